import { setTimeout as pause } from 'node:timers/promises';
import { findProcesses, processStart } from '../evidence/processTable.ts';

const politeMs = 5000;
const killMs = 5000;
const pauseMs = 50;

/**
 * Ends one process, politely first, and says whether it is gone.
 *
 * `start` is when it began, as it was known before: another process of the same id is left alone, and the one that was
 * meant is gone then. `own` is a child of this process that was not seen to end: its id cannot be another's. The agent
 * programs end their own children at SIGTERM; a group is never signalled.
 */
export async function endProcess(
  pid: number,
  start: string | 'own',
  patienceMs: number = politeMs,
): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) {
    return false;
  }
  const meant = start === 'own' ? await processStart(pid) : start;
  const gone = async () => {
    const found = (await findProcesses([pid])).get(pid);
    return found === undefined || found.start !== meant;
  };
  return (
    (await gone()) ||
    (signal(pid, 'SIGTERM') && (await comesTrue(gone, patienceMs))) ||
    (signal(pid, 'SIGKILL') && (await comesTrue(gone, killMs))) ||
    gone()
  );
}

/** Ends several processes at once; one of which nobody knows when it began is left alone. */
export async function endProcesses(all: readonly { pid: number; start?: string | 'own' }[]): Promise<void> {
  await Promise.all(
    all.map(async ({ pid, start }) => {
      if (start !== undefined) {
        await endProcess(pid, start);
      }
    }),
  );
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
