import { oneLine } from '../text.ts';

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

// Letters that look like nothing: with enough of them the rest of a text is pushed out of sight.
const blanks = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

// Control characters, and what is invisible or turns the direction of a line around: they let a text look like another.
const deceiving = /(?![\n\t])[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}]/gu;

/**
 * A foreign text with nothing in it that is invisible or deceives. Every line end becomes `\n`, half of a surrogate
 * pair becomes the sign for what cannot be shown.
 */
export function honestText(text: string): string {
  return text
    .replace(lineEnds, '\n')
    .replace(blanks, ' ')
    .replace(deceiving, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** A foreign text made harmless for a place that shows plain text: one line, nothing invisible. */
export function plainText(text: string): string {
  return oneLine(honestText(text));
}
