/**
 * Id and time of an event that happens at a moment, in milliseconds with their fraction. The id starts with the
 * microseconds, so that names in the spool sort by time within a millisecond.
 */
export function eventStamp(now: number, random: string): { readonly id: string; readonly at: number } {
  const at = Math.floor(now);
  const us = Math.floor((now - at) * 1000);
  return { id: `${String(us).padStart(3, '0')}${random}`, at };
}
