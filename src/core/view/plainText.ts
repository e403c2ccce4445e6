import { oneLine } from '../text.ts';

// Control characters, and the marks that turn the direction of a line around: both let a text look like another.
const deceiving = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A foreign text made harmless for a place that shows plain text: one line, nothing invisible. */
export function plainText(text: string): string {
  return oneLine(text.replace(/[\r\n\t]+/gu, ' ').replace(deceiving, ''));
}
