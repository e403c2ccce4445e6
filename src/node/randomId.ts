import { randomBytes } from 'node:crypto';
import { eventStamp } from '../core/wire/eventStamp.ts';

/** An id nobody can guess or meet twice. */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}

/** Id and time of an event that happens now. */
export function stampNow(): ReturnType<typeof eventStamp> {
  return eventStamp(performance.timeOrigin + performance.now(), randomId());
}
