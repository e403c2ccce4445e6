import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Puts a file in place in one step: whoever opens it sees the old one or the new one, whole. */
export async function replaceFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const making = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(making, content, { mode, flag: 'wx' });
    // What the person's umask took away.
    await chmod(making, mode);
    await rename(making, path);
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
}
