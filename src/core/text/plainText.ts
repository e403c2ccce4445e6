import { oneLine } from './clip.ts';

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

// Letters that look like nothing: with enough of them the rest of a text is pushed out of sight.
const blanks = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

// Control characters, and what is invisible or turns the direction of a line around: they let a text look like another.
const deceiving = /(?![\n\t])[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A foreign text with nothing in it that is invisible or deceives. Every line end becomes `\n`, half of a surrogate
 * pair becomes the sign for what cannot be shown.
 */
export function honestText(text: string): string {
  // Halves first: two with something invisible between them would become a character that was never there.
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(lineEnds, '\n')
    .replace(blanks, ' ')
    .replace(deceiving, '');
}

/** A foreign text made harmless for a place that shows plain text: one line, nothing invisible. */
export function plainText(text: string): string {
  return oneLine(honestText(text));
}

/**
 * Whether a text is shown on one line as it is: with nothing invisible in it, and no white space that would be lost, as
 * runs of blanks, tabs, indentation and empty lines are.
 */
export function isPlain(text: string): boolean {
  return honestText(text) === text && !/\s{2}|[^\S \n]/u.test(text);
}

// Letters and digits that are written from right to left.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [isolate, endOfIsolate] = ['\u2068', '\u2069'];

/** How much longer a text may become by being isolated. */
export const isolationLength = isolate.length + endOfIsolate.length;

/**
 * A harmless text that leaves the order of the words around it alone: one with letters that are written from right to
 * left would draw the numbers beside it into itself. Any other text stays as it is.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `${isolate}${text}${endOfIsolate}` : text;
}
