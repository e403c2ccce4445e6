import { setTimeout as pause } from 'node:timers/promises';
import { sessionMembers } from '../evidence/sessionMembers.ts';
import { endProcesses } from './endProcess.ts';

/** How long what lived in a terminal may take to end when that was closed: an agent writes down what it said. */
const politeMs = 3000;
const pauseMs = 50;

/**
 * Resolves when nothing is left of what a shell began that is gone or about to go; what takes too long is ended. Says
 * whether that is so: a shell that lives on was not closed with its terminal, as where a person detached it.
 */
export async function endSession(
  shell: { readonly pid: number; readonly start: string },
  patienceMs: number = politeMs,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  let left = await sessionMembers(shell);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(pauseMs);
    left = await sessionMembers(shell);
  }
  const livesOn = left.some(({ pid }) => pid === shell.pid);
  if (!livesOn) {
    await endProcesses(left);
  }
  return !livesOn;
}
