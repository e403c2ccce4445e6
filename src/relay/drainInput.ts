import type { Readable } from 'node:stream';

/**
 * Reads `input` to its end and throws it away, then calls `done`, once. An agent that writes a payload gets rid of
 * it whatever its size; an input that never ends, or breaks, is given up after `deadlineMs`.
 */
export function drainInput(input: Readable, deadlineMs: number, done: () => void): void {
  const timer = setTimeout(finish, deadlineMs);
  input.once('end', finish).once('error', finish).once('close', finish).resume();

  function finish(): void {
    clearTimeout(timer);
    input.off('end', finish).off('close', finish);
    done();
  }
}
