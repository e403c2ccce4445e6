import { randomBytes } from 'node:crypto';
import type { Run } from '../../core/run/run.ts';

/** A name for a run: short enough to be typed, and no other run's. */
export function newRunId(): string {
  return `run-${randomBytes(4).toString('hex')}`;
}

/** Whether a word is the id of something this run waits for, or waited for earlier. */
export function isDecisionOf({ id }: Run, word: string): boolean {
  return word.startsWith(`${id}-`) && /^\d+$/u.test(word.slice(id.length + 1));
}

/** What is said to a decision that somebody else made, or that is not wanted any more. */
export const thatIsOver = 'that is over';
