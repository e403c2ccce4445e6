import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FoundHook } from './findHooks.ts';
import { scriptProblems } from './hookScript.ts';
import { readHook } from './readHook.ts';

/** Looks at one hook, by its file or its folder, with everything around it; `undefined` where there is none. */
export async function validateHook(path: string): Promise<FoundHook | undefined> {
  const found = await stat(path).catch(() => undefined);
  const folder = found?.isDirectory() ? path : dirname(path);
  const file = found?.isDirectory() ? join(path, 'HOOK.md') : path;
  if (!(await stat(file).catch(() => undefined))) {
    return undefined;
  }
  const read = await readHook({ scope: 'user', folder, file, problems: [] });
  return { ...read, problems: [...read.problems, ...(await scriptProblems(folder))] };
}
