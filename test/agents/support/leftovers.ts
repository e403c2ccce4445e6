import { readdirSync, readFileSync } from 'node:fs';
import type { Cage } from './cage.ts';
import { until } from './until.ts';

/** How long a relay may outlive its agent: it promises to be gone within 3 s. */
const graceMs = 6_000;

/**
 * Waits for every process in the cage to end, kills those that do not, and returns their command lines. A process is in
 * the cage if its environment names the cage's home, which no other has. Only Linux tells; elsewhere there are none.
 */
export async function endLeftovers(cage: Cage): Promise<readonly string[]> {
  try {
    await until('the end of the last process in the cage', () => inCage(cage).length === 0, {
      withinMs: graceMs,
    });
    return [];
  } catch {
    return inCage(cage).map((one) => {
      signalCaged(one, 'SIGKILL');
      return one.command;
    });
  }
}

/** A process in a cage. */
export interface CagedProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes in a cage. Only Linux tells; elsewhere there are none. */
export function inCage({ home }: Cage): readonly CagedProcess[] {
  if (process.platform !== 'linux') {
    return [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => wordsOf(`/proc/${pid}/environ`).includes(`HOME=${home}`))
    .map((pid) => ({ pid: Number(pid), command: wordsOf(`/proc/${pid}/cmdline`).join(' ') }));
}

/** Signals a process in a cage, unless it has ended meanwhile. */
export function signalCaged({ pid }: CagedProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The words of a list in /proc; none when the process is gone or is not ours to read. */
function wordsOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\0');
  } catch {
    return [];
  }
}
