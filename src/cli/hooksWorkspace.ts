import { beckonHome } from '../node/beckonHome.ts';
import { readTrust } from '../node/hooks/trust.ts';
import { nearestWithHooks, workspaceOf } from '../node/hooks/workspaceOf.ts';
import { realFolder } from '../node/realFolder.ts';
import type { Console } from './console.ts';

/** The folders that a call about hooks is for. */
export interface HooksWorkspaces {
  /** The one whose hooks run for an agent there. */
  readonly runs: string;
  /** The nearest with hooks. Where nobody trusts it, and a folder above it is trusted, it is another one. */
  readonly nearest: string;
}

/** The folders a call is about: the one it names, or those of where it is made; `undefined` and a word where it is none. */
export async function hooksWorkspaces(
  named: string | undefined,
  console: Console,
  command: string,
): Promise<HooksWorkspaces | undefined> {
  if (named === undefined) {
    const { cwd, env } = console;
    const trust = await readTrust(beckonHome(env));
    return {
      runs: (await workspaceOf(trust, cwd)) ?? cwd,
      nearest: (await nearestWithHooks(cwd)) ?? cwd,
    };
  }
  const folder = realFolder(console.cwd, named);
  if (folder === undefined) {
    console.err(`beckon ${command}: there is no folder '${named}'`);
    return undefined;
  }
  return { runs: folder, nearest: folder };
}
