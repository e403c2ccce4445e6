import { oneLine } from '../text.ts';

// Control characters, and what is invisible or turns the direction of a line around: they let a text look like another.
const deceiving = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A foreign text made harmless for a place that shows plain text: one line, nothing invisible. */
export function plainText(text: string): string {
  return oneLine(text.replace(/[\r\n\t]+/gu, ' ').replace(deceiving, ''));
}
