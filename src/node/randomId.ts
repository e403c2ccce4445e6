import { randomBytes } from 'node:crypto';

/** An id nobody can guess or meet twice. */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}

/** Id and time of an event that happens now. The id starts with microseconds, so that spooled events sort by time. */
export function eventStamp(): { readonly id: string; readonly at: number } {
  const now = performance.timeOrigin + performance.now();
  const at = Math.floor(now);
  const us = Math.floor((now - at) * 1000);
  return { id: `${String(us).padStart(3, '0')}${randomId()}`, at };
}
