import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FoundHook } from './findHooks.ts';
import { scriptProblems } from './hookScript.ts';
import { readHook } from './readHook.ts';

/**
 * Looks at one hook, by its file or its folder as seen from a folder, with everything around it; `undefined` where
 * there is none. Its file is told as it was named, so that a person and an editor find it again.
 */
export async function validateHook(from: string, path: string): Promise<FoundHook | undefined> {
  const whole = resolve(from, path);
  const isFolder = (await stat(whole).catch(() => undefined))?.isDirectory() === true;
  const folder = isFolder ? whole : dirname(whole);
  const file = isFolder ? join(whole, 'HOOK.md') : whole;
  if (!(await stat(file).catch(() => undefined))) {
    return undefined;
  }
  const read = await readHook({ scope: 'user', folder, file, problems: [] });
  const problems = [...read.problems, ...(await scriptProblems(folder))];
  return { ...read, file: isFolder ? join(path, 'HOOK.md') : path, problems };
}
