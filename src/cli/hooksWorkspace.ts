import { beckonHome } from '../node/beckonHome.ts';
import { readTrust } from '../node/hooks/trust.ts';
import { workspaceOf } from '../node/hooks/workspaceOf.ts';
import { realFolder } from '../node/realFolder.ts';
import type { Console } from './console.ts';

/** The folder a call is about: the one it names, or the nearest with hooks; `undefined` and a word where it is none. */
export async function hooksWorkspace(
  named: string | undefined,
  console: Console,
  command: string,
): Promise<string | undefined> {
  if (named === undefined) {
    return (await workspaceOf(await readTrust(beckonHome(console.env)), console.cwd)) ?? console.cwd;
  }
  const folder = realFolder(console.cwd, named);
  if (folder === undefined) {
    console.err(`beckon ${command}: there is no folder '${named}'`);
  }
  return folder;
}
