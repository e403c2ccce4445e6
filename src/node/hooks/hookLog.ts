import { createHash } from 'node:crypto';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookRunEntry } from '../../core/hookrun/hookRunEntry.ts';
import { hookRunLine, parseHookRun } from '../../core/hookrun/hookRunEntry.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import { readBounded } from './readBounded.ts';

const mostBytes = 256 * 1024;
/** Others may add to it while it is made shorter. */
const readBytes = 4 * mostBytes;

/**
 * Writes down one run of the hook in a folder. Never throws: a hook counts, also where nothing can be written. When
 * the log is too long its older half goes; what another process adds at that very moment may go with it.
 */
export async function appendHookRun(home: string, folder: string, entry: HookRunEntry): Promise<void> {
  try {
    const file = pathOf(home, folder);
    privateFolder(join(home, 'hooklog'));
    // One write each, at the end: lines of several processes do not mix.
    await appendFile(file, hookRunLine(entry), { mode: 0o600 });
    if ((await stat(file)).size > mostBytes) {
      const lines = (await readBounded(file, readBytes)).bytes.toString('utf8');
      const half = lines.indexOf('\n', lines.length / 2) + 1;
      writeAtomic(file, lines.slice(half));
    }
  } catch {
    // It is only a log.
  }
}

/** The last runs of the hook in a folder, the oldest first; all that are kept unless told. Skips unreadable lines. */
export function readHookLog(
  home: string,
  folder: string,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly HookRunEntry[]> {
  return readLogFile(pathOf(home, folder), most);
}

/** The last runs in the log of one hook, the oldest first. */
export async function readLogFile(file: string, most: number): Promise<readonly HookRunEntry[]> {
  const start = await readBounded(file, readBytes).catch(() => undefined);
  const lines = start?.bytes.toString('utf8').split('\n') ?? [];
  const entries: HookRunEntry[] = [];
  // From the end: a view asks again and again for the last few.
  for (let at = lines.length - 1; at >= 0 && entries.length < most; at -= 1) {
    const entry = parseHookRun(lines[at] ?? '');
    if (entry) {
      entries.push(entry);
    }
  }
  return entries.reverse();
}

function pathOf(home: string, folder: string): string {
  return join(home, 'hooklog', `${createHash('sha256').update(folder).digest('hex')}.jsonl`);
}
