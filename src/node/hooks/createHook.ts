import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../entries/settingsFile.ts';

/** Writes the files of a new hook, and gives their paths. A folder that is there already is left as it is. */
export async function createHook(
  place: string,
  name: string,
  files: { readonly hook: string; readonly script: string },
): Promise<{ readonly file: string; readonly script: string } | { readonly wrong: string }> {
  const folder = join(place, name);
  try {
    await mkdir(place, { recursive: true });
    await mkdir(folder);
    await mkdir(join(folder, 'scripts'));
    const script = join(folder, 'scripts', 'run.sh');
    await writeFile(script, files.script, { mode: 0o755, flag: 'wx' });
    const file = join(folder, 'HOOK.md');
    await writeFile(file, files.hook, { flag: 'wx' });
    return { file, script };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      wrong:
        code === 'EEXIST' ? `${folder} is there already` : `${folder} can't be made (${reasonOf(error)})`,
    };
  }
}
