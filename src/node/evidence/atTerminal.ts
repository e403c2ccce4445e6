import { readlink, stat } from 'node:fs/promises';
import type { AtTerminal } from '../programNode.ts';

/** Linux notes only the first input in each eight seconds of the clock. */
const stepMs = 8000;

/** When something may last have been typed into a terminal that tells of an input at that time, and of none since. */
export function inputUntil(inputAt: number): number {
  return (Math.floor(inputAt / stepMs) + 1) * stepMs;
}

/**
 * When something was typed into the terminal of a process, as far as the system tells: see {@link inputUntil}. Only Linux
 * does. A click into the terminal counts too, where its program wants to know of that, and so does what the terminal
 * itself answers to its program.
 */
export async function lastInputAt({ pid }: AtTerminal): Promise<number | undefined> {
  if (pid === undefined) {
    return undefined;
  }
  try {
    const terminal = await readlink(`/proc/${pid}/fd/0`);
    return terminal.startsWith('/dev/pts/') ? (await stat(terminal)).atimeMs : undefined;
  } catch {
    return undefined;
  }
}
