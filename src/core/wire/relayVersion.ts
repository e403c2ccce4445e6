/** The version of the installed relay; grows with every change of it, or of its rules, that persons should get. */
export const relayVersion = 6;

/** The version an installed relay says it has; 0 for what is no relay. */
export function parseRelayVersion(text: string): number {
  return Number(/^(?:rem )?# beckon-relay (\d{1,9})$/mu.exec(text)?.[1] ?? 0);
}
