import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templateOf } from '../../core/hookfile/hookTemplates.ts';
import { reasonOf } from '../entries/settingsFile.ts';
import { findScript } from './hookScript.ts';

/** The file that was worked on, or why not, in words that go on after a colon. */
export type ScriptWork = { readonly path: string } | { readonly wrong: string };

/**
 * Writes the script of the template that a HOOK.md was made from, ready to run; without one, a script that lets
 * everything happen. One that is there is left as it is.
 */
export async function createScript(folder: string): Promise<ScriptWork> {
  const path = join(folder, 'scripts', 'run.sh');
  try {
    const hook = await readFile(join(folder, 'HOOK.md'), 'utf8').catch(() => '');
    await mkdir(join(folder, 'scripts'), { recursive: true });
    await writeFile(path, templateOf(hook).files('').script, { mode: 0o755, flag: 'wx' });
    return { path };
  } catch (error) {
    const there = await lstat(path).catch(() => undefined);
    return there?.isFile() ? { path } : { wrong: `${path} can't be made (${reasonOf(error)})` };
  }
}

/** Makes the script of a hook executable, for those who may read it. */
export async function makeExecutable(folder: string): Promise<ScriptWork> {
  const found = await findScript(folder, process.platform);
  if (!found) {
    return { wrong: 'the hook has no script' };
  }
  const { path } = found;
  try {
    const there = await lstat(path);
    if (there.isSymbolicLink()) {
      // What it leads to is somebody else's, and may be anywhere.
      return { wrong: `${path} is a link` };
    }
    const mode = there.mode & 0o777;
    await chmod(path, mode | 0o100 | ((mode & 0o444) >> 2));
    return { path };
  } catch (error) {
    return { wrong: `${path} can't be changed (${reasonOf(error)})` };
  }
}
