import type { Prompt } from '../../agent/state.ts';
import { cellWidth } from '../../text/cellWidth.ts';
import { cutMark, toastText } from '../../text/foreignText.ts';
import { isPlain } from '../../text/plainText.ts';
import { isChange } from '../askPreview.ts';
import { askLine, wideLetters } from './askLine.ts';
import { wholeAsk } from './wholeAsk.ts';

/** How much of an agent's words the title of a quick pick has room for, where VS Code wraps it. */
export const titleLength = 400;

/** How wide a word may be: VS Code wraps between words only, and cuts what is wider than the title in its narrowest window. */
const widestWord = 33;

/** Where lines are also broken: between the letters of scripts that have no blanks. */
const breaks = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/u;

/** Whether a text that was made harmless for a title can be read there as a whole. */
export function fitsTitle(text: string): boolean {
  return (
    !text.includes(cutMark) &&
    text.split(breaks).every((word) => cellWidth(word) + wideLetters(word) / 2 <= widestWord)
  );
}

/** Whether the sentence that stands for an ask in a title says all that is asked: else it is read in a document. */
export function isReadable(prompt: Prompt, root?: string): boolean {
  const { text, isWhole } = askLine(prompt, root, titleLength);
  return isWhole && fitsTitle(text);
}

/** All that is asked, with every line of a change, as a title shows it; `undefined` where it would not show all of it. */
export function wholeTitle(prompt: Prompt, root?: string): string | undefined {
  const whole = isChange(prompt) ? wholeAsk(prompt, root) : undefined;
  const text = whole === undefined ? askLine(prompt, root, titleLength).text : toastText(whole, titleLength);
  const isShown = whole === undefined || isPlain(whole);
  return isShown && isReadable(prompt, root) && fitsTitle(text) ? text : undefined;
}
