import { setTimeout as pause } from 'node:timers/promises';
import { findProcesses, processesBelow, processStart } from '../evidence/processTable.ts';

const politeMs = 5000;
const killMs = 5000;
const pauseMs = 50;

/** One process that is to be ended, as it is known. */
interface Ending {
  readonly pid: number;
  /**
   * When it began, as it was known before: another process of the same id is left alone. `own` is a child of this
   * process that was not seen to end: its id cannot be another's.
   */
  readonly start?: string | 'own';
}

/**
 * Ends one process, politely first, and says whether it is gone; where another one has its id now, it is. The agent
 * programs end their own children at SIGTERM; a group is never signalled.
 */
export async function endProcess(
  pid: number,
  start: string | 'own',
  patienceMs: number = politeMs,
): Promise<boolean> {
  return (await endProcesses([{ pid, start }], patienceMs)).every((gone) => gone);
}

/**
 * Ends several processes at once, and says of each whether it is gone. Those above come first: one that lives on may
 * start something else when what it waits for is gone. One of which nobody knows when it began is left alone.
 */
export async function endProcesses(
  all: readonly Ending[],
  patienceMs: number = politeMs,
): Promise<readonly boolean[]> {
  const meant = await Promise.all(all.map(async (one) => goneOf(one)));
  const over = await Promise.all(meant.map(async (gone) => gone?.() ?? false));
  const told = all.map(({ pid }, at) => meant[at] && !over[at] && signal(pid, 'SIGTERM'));
  return Promise.all(
    all.map(async ({ pid }, at) => {
      const gone = meant[at];
      if (!gone || over[at]) {
        return over[at] ?? false;
      }
      if (told[at] && (await comesTrue(gone, patienceMs))) {
        return true;
      }
      // What lives on may have started something since, as the next line of a script.
      const known = new Set(all.map((one) => one.pid));
      const late = (await processesBelow(pid)).filter((one) => !known.has(one.pid));
      const isGone = (signal(pid, 'SIGKILL') && (await comesTrue(gone, killMs))) || (await gone());
      await endProcesses(late, patienceMs);
      return isGone;
    }),
  );
}

/** What says whether a process is gone; nothing for one that is never to be ended. */
async function goneOf({ pid, start }: Ending): Promise<(() => Promise<boolean>) | undefined> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid || start === undefined) {
    return undefined;
  }
  const meant = start === 'own' ? await processStart(pid) : start;
  return async () => {
    const found = (await findProcesses([pid])).get(pid);
    return found === undefined || found.start !== meant;
  };
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return false;
  }
}

async function comesTrue(probe: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await probe())) {
    if (performance.now() >= deadline) {
      return false;
    }
    await pause(pauseMs);
  }
  return true;
}
