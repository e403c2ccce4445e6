import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What a file is to hold, and what it must still hold at that moment; `undefined`: nothing, it must not be there. */
export interface Replacement {
  readonly bytes: Uint8Array;
  readonly expected: Uint8Array | undefined;
  /** The mode of a new file, before the mask. */
  readonly mode?: number;
  /** Runs right before the last look at the file; for tests of what happens in between. */
  readonly beforeSwap?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a file at once, keeping its mode and owner: readers see the old bytes or the new ones. Says `false`, and
 * changes nothing, where the file is no longer what was expected.
 */
export async function replaceFile(target: string, replacement: Replacement): Promise<boolean> {
  const { bytes, expected, mode = 0o666, beforeSwap } = replacement;
  const temporary = join(dirname(target), `.${basename(target)}.beckon-${randomBytes(6).toString('hex')}`);
  const handle = await open(temporary, 'wx', mode);
  try {
    try {
      await handle.writeFile(bytes);
      if (expected !== undefined) {
        await keepOwner(handle, target);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await beforeSwap?.();
    if (!(await holds(target, expected))) {
      return false;
    }
    if (expected !== undefined) {
      await rename(temporary, target);
      return true;
    }
    return await putNew(temporary, target);
  } catch (error) {
    // Somebody who tidies up took the temporary file for that of a process that was killed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await stat(dirname(target))).isDirectory()) {
      return false;
    }
    throw error;
  } finally {
    await unlink(temporary).catch(() => {});
    await syncFolder(dirname(target));
  }
}

/** Removes the temporary files of replacements that were killed. */
export async function removeLeftovers(target: string): Promise<void> {
  const start = `.${basename(target)}.beckon-`;
  for (const name of await readdir(dirname(target)).catch(() => [])) {
    if (name.startsWith(start) && /^[0-9a-f]{12}$/u.test(name.slice(start.length))) {
      await unlink(join(dirname(target), name)).catch(() => {});
    }
  }
}

/** Whether a file holds these bytes; `undefined`: is not there. */
export async function holds(target: string, expected: Uint8Array | undefined): Promise<boolean> {
  try {
    const bytes = await readFile(target);
    return expected !== undefined && bytes.equals(expected);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return expected === undefined;
    }
    throw error;
  }
}

async function keepOwner(handle: FileHandle, target: string): Promise<void> {
  const [old, fresh] = [await stat(target), await handle.stat()];
  if (old.uid !== fresh.uid || old.gid !== fresh.gid) {
    // Only an administrator may give a file away; where we may not, the person who edits becomes its owner.
    await handle.chown(old.uid, old.gid).catch(() => {});
  }
  await handle.chmod(old.mode & 0o7777);
}

/** A link, unlike a rename, fails where somebody else made the file meanwhile. */
async function putNew(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    // Some disks have no links.
    await rename(temporary, target);
    return true;
  }
}

/** Makes the new name last through a crash, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
