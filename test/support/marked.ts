import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { hangMs } from './hangMs.ts';

/** One process with a mark in its environment. */
export interface Marked {
  readonly pid: number;
  /** Its arguments and its environment. */
  readonly seen: string;
}

/** The living processes that have this text in their environment. */
export function markedProcesses(mark: string): Marked[] {
  const all = process.platform === 'linux' ? fromProc(mark) : fromPs();
  return all.filter(({ seen, pid }) => seen.includes(mark) && pid !== process.pid);
}

function fromProc(mark: string): Marked[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => ({ pid: Number(name), seen: readProc(name, 'environ') }))
    .filter(({ seen }) => seen.includes(mark))
    .map(({ pid, seen }) => ({ pid, seen: readProc(String(pid), 'cmdline') + seen }));
}

/** A process may be gone by now, or be one that has ended and was not waited for: that has no environment. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function fromPs(): Marked[] {
  const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'latin1' });
  return stdout.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), seen: line }));
}

/**
 * Polls until `check` gives something, and fails with these words where it never does. Not too often: a look at all
 * processes is slow, and whoever feeds a relay must get its turn.
 */
export async function eventually<T>(
  what: string,
  check: () => T | undefined | false,
  withinMs = hangMs,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await delay(80)) {
    const found = check();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`It never came to this: ${what}.`);
  }
}
