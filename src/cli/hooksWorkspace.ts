import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { workspaceOf } from '../node/hooks/workspaceOf.ts';
import type { Console } from './console.ts';

/** The folder a call is about: the one it names, or the nearest with hooks; `undefined` and a word where it is none. */
export async function hooksWorkspace(
  named: string | undefined,
  console: Console,
  command: string,
): Promise<string | undefined> {
  if (named === undefined) {
    return (await workspaceOf(console.cwd, undefined)) ?? console.cwd;
  }
  const folder = resolve(console.cwd, named);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    console.err(`beckon ${command}: there is no folder '${named}'`);
    return undefined;
  }
  return folder;
}
