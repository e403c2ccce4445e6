import { randomBytes } from 'node:crypto';

/** A name for a run: short enough to be typed, and no other run's. */
export function newRunId(): string {
  return `run-${randomBytes(4).toString('hex')}`;
}
