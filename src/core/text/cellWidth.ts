// Combining marks take no cell of their own; what East Asian scripts and most emoji are written with takes two.
const none = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const double =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}$/u;

/** How many cells of a terminal a text takes. */
export function cellWidth(text: string): number {
  return [...text].reduce((sum, char) => sum + widthOf(char), 0);
}

/** A text that takes at most so many cells; what is cut off is told by an ellipsis. */
export function fittedText(text: string, cells: number): string {
  if (cellWidth(text) <= cells) {
    return text;
  }
  let [kept, width] = ['', 0];
  for (const char of text) {
    width += widthOf(char);
    if (width > cells - 1) {
      break;
    }
    kept += char;
  }
  return cells > 0 ? `${kept}…` : '';
}

/** A text that takes exactly so many cells. */
export function paddedText(text: string, cells: number): string {
  const fitted = fittedText(text, cells);
  return fitted + ' '.repeat(Math.max(0, cells - cellWidth(fitted)));
}

function widthOf(char: string): number {
  if (none.test(char)) {
    return 0;
  }
  return double.test(char) ? 2 : 1;
}
