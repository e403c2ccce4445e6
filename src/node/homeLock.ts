import { link, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Refusal } from '../core/settings/settingsText.ts';
import { isAlive, pidDomain, processStart } from './evidence/processTable.ts';
import { makeFolders } from './makeFolders.ts';
import { randomId } from './randomId.ts';

/** A lock that is held until it is released. */
export interface HeldLock {
  readonly release: () => Promise<void>;
}

/** What a lock is held for, in the words of the one who is refused. */
const purposes = [
  'changing settings',
  'taking over a run',
  'changing what is trusted',
  'looking for hooks',
] as const;

/** What somebody does who holds the lock. */
export type LockPurpose = (typeof purposes)[number];

const patienceMs = 10_000;
const pauseMs = 25;

/**
 * Takes the lock of a Beckon home, so that one process at a time changes settings files, undo records and exclude
 * files, or the owner of a run. A refusal where another one keeps it for too long, with what that one does; throws
 * where the home cannot be written.
 *
 * Only the lock of a process that is provably dead is broken, and by one process at a time: otherwise the second to
 * break it would take the lock the first one has by then.
 */
export async function lockHome(
  home: string,
  purpose: LockPurpose,
  waitMs = patienceMs,
): Promise<HeldLock | Refusal> {
  const file = join(home, 'installs.lock');
  const start = (await processStart(process.pid)) ?? '';
  const text = [process.pid, start, await pidDomain(), purpose].join('\n');
  const made: string[] = [];
  const deadline = performance.now() + waitMs;
  for (;;) {
    // Whoever had the lock may have taken the folder away with it.
    made.push(...makeFolders(home, 0o700));
    if (await putNew(file, text)) {
      return { release: () => release(file, made) };
    }
    const held = await readLock(file);
    if (held !== undefined && (await isDead(held)) && (await breakLock(file, held, text))) {
      continue;
    }
    if (performance.now() >= deadline) {
      return { code: 'busy', message: `is left alone: ${holder(held ?? '')}, as ${file} says` };
    }
    await pause(pauseMs);
  }
}

function holder(held: string): string {
  const [pid, , , said] = held.split('\n');
  const doing = purposes.find((purpose) => purpose === said) ?? 'at work';
  return `process ${pid || 'unknown'} is ${doing}`;
}

async function release(file: string, made: readonly string[]): Promise<void> {
  await rm(file, { force: true });
  for (const folder of made.toReversed()) {
    await rmdir(folder).catch(() => {});
  }
}

/** Makes a file with all of its text at once: nobody sees half a lock. Says `false` where there is one. */
async function putNew(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomId()}`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    await link(temporary, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') {
      return false;
    }
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') {
      // Some disks have no links.
      return writeFile(file, text, { flag: 'wx', mode: 0o600 }).then(
        () => true,
        () => false,
      );
    }
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** What a lock says: nothing where it cannot be read, and `undefined` where it is not there. */
async function readLock(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : '',
  );
}

async function isDead(held: string): Promise<boolean> {
  const [pid, start, domain] = held.split('\n');
  return domain === (await pidDomain()) && !(await isAlive(Number(pid), start || undefined));
}

async function breakLock(file: string, held: string, own: string): Promise<boolean> {
  const breaking = `${file}.breaking`;
  if (!(await putNew(breaking, own))) {
    const breaker = await readLock(breaking);
    if (breaker !== undefined && (await isDead(breaker))) {
      await rm(breaking, { force: true });
    }
    return false;
  }
  try {
    if ((await readLock(file)) === held) {
      await rm(file, { force: true });
    }
    return true;
  } finally {
    await rm(breaking, { force: true });
  }
}
