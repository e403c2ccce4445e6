import type { Problem, Report, YamlCode } from '../yaml/problem.ts';

/** What can be wrong with a HOOK.md and the folder it is in. */
export type HookCode =
  | YamlCode
  | 'no-frontmatter'
  | 'open-frontmatter'
  | 'too-large'
  | 'unreadable'
  | 'not-utf8'
  | 'missing-key'
  | 'name-folder'
  | 'description-length'
  | 'unknown-trigger'
  | 'timeout-range'
  | 'priority-range'
  | 'async'
  | 'regex'
  | 'slow-regex'
  | 'double-quoted-backslash'
  | 'matcher-ignored'
  | 'async-blocks'
  | 'overridden'
  | 'same-name'
  | 'no-script'
  | 'no-interpreter'
  | 'script-not-executable'
  | 'script-no-shebang';

/** One thing that is wrong with a hook. With an error it is not run. */
export type HookProblem = Problem<`hook.${HookCode}`>;

/** Takes a problem that a reader found. */
export type HookReport = Report<HookCode>;

/** A problem of a whole file or folder, at its start. */
export function hookProblem(
  code: HookCode,
  message: string,
  severity: HookProblem['severity'] = 'error',
): HookProblem {
  const start = { line: 1, column: 1 };
  return { code: `hook.${code}`, message, severity, range: { start, end: start } };
}
