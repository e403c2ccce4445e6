import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../privateFolder.ts';

/**
 * Whether the loss of the entries in a settings file is still to be told to the person; the answer is yes once, in
 * whatever window asks first, until the loss is forgotten.
 */
export async function tellLoss(home: string, file: string): Promise<boolean> {
  const path = pathOf(home, file);
  try {
    privateFolder(join(home, 'told'));
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    // Where nothing can be remembered it is better told twice than never.
    return !existsSync(path);
  }
}

/** Forgets that a loss was told, since the entries are back: the next loss is another one. */
export async function forgetLoss(home: string, file: string): Promise<void> {
  await rm(pathOf(home, file), { force: true }).catch(() => {});
}

function pathOf(home: string, file: string): string {
  return join(home, 'told', createHash('sha256').update(file).digest('hex'));
}
