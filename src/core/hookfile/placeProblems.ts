import type { Problem, Severity } from '../yaml/problem.ts';
import { quoted } from '../yaml/shape.ts';
import type { HookCode, HookProblem } from './problem.ts';
import { hookProblem } from './problem.ts';
import type { ScriptFacts } from './scriptFacts.ts';

const severity = 'warning';

/** Something wrong with a hook that its text alone does not tell. */
export interface PlaceProblem {
  readonly code: HookCode;
  readonly message: string;
  readonly severity: Severity;
}

/** What is wrong with the script of a hook. Where it, or the program it is for, is missing, the hook cannot run. */
export function problemsOfScript(
  script: Pick<ScriptFacts, 'name' | 'isExecutable' | 'kind' | 'missing'> | undefined,
): readonly PlaceProblem[] {
  if (!script) {
    const message = "Add a script as scripts/run.sh; without one the hook can't run.";
    return [{ code: 'no-script', message, severity: 'error' }];
  }
  const name = quoted(`scripts/${script.name}`);
  const problems: PlaceProblem[] = [];
  if (!script.isExecutable) {
    const message = `Make ${name} executable; other programs do not run it as it is.`;
    problems.push({ code: 'script-not-executable', message, severity });
  }
  if (script.kind === 'plain') {
    const message = `Begin ${name} with a line that names its program, such as #!/bin/sh.`;
    problems.push({ code: 'script-no-shebang', message, severity });
  }
  if (script.missing !== undefined) {
    const message = `Name a program that is there in the first line of ${name}; ${quoted(script.missing)} can't be run.`;
    problems.push({ code: 'no-interpreter', message, severity: 'error' });
  }
  return problems;
}

/** The same as problems of the whole hook. */
export function scriptProblems(script: Parameters<typeof problemsOfScript>[0]): readonly HookProblem[] {
  return problemsOfScript(script).map(({ code, message, severity }) => hookProblem(code, message, severity));
}

/** What is wrong with the name of a hook in a folder of that name. */
export function folderWarning(name: string, folder: string): PlaceProblem | undefined {
  const message = `Name the folder ${quoted(name)} as the hook; it is named ${quoted(folder)}.`;
  return name === folder.normalize('NFKC') ? undefined : { code: 'name-folder', message, severity };
}

/** What is said of a hook whose name one in another folder of the same place has, which is run. */
export function sameNameWarning(folder: string): PlaceProblem {
  const message = `Give the hook another name; ${quoted(folder)} has this one, and is run instead.`;
  return { code: 'same-name', message, severity };
}

/** What a hook lacks without which it cannot run: its script, or the program that reads it. */
export function lackOf(problems: readonly Pick<Problem, 'code'>[]): 'script' | 'interpreter' | undefined {
  const has = (code: HookCode) => problems.some((problem) => problem.code === `hook.${code}`);
  return has('no-script') ? 'script' : has('no-interpreter') ? 'interpreter' : undefined;
}
