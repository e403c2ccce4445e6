import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, processStart } from '../evidence/processTable.ts';

const politeMs = 5000;
const killMs = 5000;
const pauseMs = 50;

/**
 * Ends one process, politely first, and says whether it is gone.
 *
 * `start` is when it began: another process of the same id is left alone, and the one that was meant is gone then.
 * Where it is not known, the process of that id at the time of the call is meant. The agent programs end their own
 * children at SIGTERM; a group is never signalled.
 */
export async function endProcess(
  pid: number,
  start: string | undefined,
  patienceMs: number = politeMs,
): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) {
    return false;
  }
  const meant = start ?? (await processStart(pid));
  const gone = async () => !(await isAlive(pid, meant));
  return (
    (await gone()) ||
    (signal(pid, 'SIGTERM') && (await comesTrue(gone, patienceMs))) ||
    (signal(pid, 'SIGKILL') && (await comesTrue(gone, killMs))) ||
    gone()
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
