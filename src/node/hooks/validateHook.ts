import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Finding } from '../../core/findings/finding.ts';
import { hookFindings } from '../../core/findings/hookFindings.ts';
import type { ProgramPowers } from '../../core/hookrun/programPowers.ts';
import type { TextRange } from '../../core/yaml/problem.ts';
import { TextLines } from '../../core/yaml/textLines.ts';
import { readHook } from './readHook.ts';
import { surroundingsOf } from './surroundingsOf.ts';
import { nearestWithHooks } from './workspaceOf.ts';

/** One thing wrong with a hook, or advice about it, and where it is in the file. */
export interface PlacedFinding extends Pick<Finding, 'code' | 'message' | 'severity'> {
  readonly range: TextRange;
}

/** A hook that was looked at. */
export interface ValidatedHook {
  /** Its HOOK.md as it was named, so that a person and an editor find it again. */
  readonly file: string;
  readonly problems: readonly PlacedFinding[];
}

/**
 * Looks at one hook, by its file or its folder as seen from `cwd`, with everything around it; `undefined` where there is
 * none.
 */
export async function validateHook(
  path: string,
  {
    cwd,
    home,
    env,
    powersIn,
  }: {
    readonly cwd: string;
    readonly home: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** What hooks can do with the programs in use in the workspace of the hook, where it has one. */
    readonly powersIn: (workspace: string | undefined) => Promise<readonly ProgramPowers[]>;
  },
): Promise<ValidatedHook | undefined> {
  const whole = resolve(cwd, path);
  const isFolder = (await stat(whole).catch(() => undefined))?.isDirectory() === true;
  const file = isFolder ? join(whole, 'HOOK.md') : whole;
  if (!(await stat(file).catch(() => undefined))) {
    return undefined;
  }
  const folder = dirname(file);
  const shown = isFolder ? join(path, 'HOOK.md') : path;
  const { text, problems } = await readHook({ scope: 'user', folder, file, problems: [] });
  if (text === undefined) {
    return { file: shown, problems };
  }
  const workspace = await nearestWithHooks(folder);
  const places = { home, env, workspaces: workspace === undefined ? [] : [workspace] };
  const lines = new TextLines(text);
  const around = { ...(await surroundingsOf(file, places)), programs: await powersIn(workspace) };
  const findings = hookFindings(text, around);
  return {
    file: shown,
    problems: findings.map(({ code, message, severity, span }) => ({
      ...{ code, message, severity },
      range: lines.rangeOf(span),
    })),
  };
}
