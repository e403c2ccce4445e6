import { chmod, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hookTemplates } from '../../core/hookfile/hookTemplates.ts';
import { reasonOf } from '../entries/settingsFile.ts';
import { findScript } from './hookScript.ts';

/** The file that was worked on, or why not, in words that go on after a colon. */
export type ScriptWork = { readonly path: string } | { readonly wrong: string };

/** Writes a script that reads its event and lets everything happen, ready to run. One that is there is left as it is. */
export async function createScript(folder: string): Promise<ScriptWork> {
  const path = join(folder, 'scripts', 'run.sh');
  const blank = hookTemplates.find(({ id }) => id === 'blank')?.files('').script ?? '';
  try {
    await mkdir(join(folder, 'scripts'), { recursive: true });
    await writeFile(path, blank, { mode: 0o755, flag: 'wx' });
    return { path };
  } catch (error) {
    const there = await lstat(path).catch(() => undefined);
    return there?.isFile() ? { path } : { wrong: `${path} cannot be made (${reasonOf(error)})` };
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
    return { wrong: `${path} cannot be changed (${reasonOf(error)})` };
  }
}
