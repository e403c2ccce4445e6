/** How long notifications are snoozed. */
export const snoozeMs = 60 * 60 * 1000;

/** Until when notifications are snoozed; a time that no snooze of now can have is of another clock, and counts as none. */
export function snoozedUntil(until: number | undefined, now: number): number | undefined {
  return until !== undefined && until > now && until <= now + snoozeMs ? until : undefined;
}

/** That notifications are snoozed, in a sentence; `clock` is the time they come back. */
export function snoozeWords(clock: string): string {
  return `Notifications are snoozed until ${clock}.`;
}
