import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exampleRunbook } from '../../core/runbook/exampleRunbook.ts';
import { reasonOf } from '../entries/settingsFile.ts';
import { runbookPath } from './readRunbook.ts';

/** Writes a runbook to begin with into a folder, never over one that is there; why that cannot be, or nothing. */
export async function createRunbook(folder: string): Promise<string | undefined> {
  const file = runbookPath(folder);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, exampleRunbook, { flag: 'wx' });
    return undefined;
  } catch (error) {
    // Where a file is in place of the folder, that is said to exist too.
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(file);
    return isThere ? undefined : reasonOf(error);
  }
}
