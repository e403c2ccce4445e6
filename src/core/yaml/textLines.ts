import type { Span, TextPosition, TextRange } from './problem.ts';

/** The lines of a text, to tell where in it something is. A line ends with `\n` or `\r\n`. */
export class TextLines {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts.push(at + 1);
    }
    this.#text = text;
    this.#starts = starts;
  }

  /** The range of a span; what lies outside the text is moved to its edge. */
  rangeOf([from, to]: Span): TextRange {
    return { start: this.#positionOf(from), end: this.#positionOf(Math.max(from, to)) };
  }

  /** The span of a range; what lies outside the text is moved to its edge. */
  spanOf({ start, end }: TextRange): Span {
    const offsetOf = ({ line, column }: TextPosition) =>
      Math.min((this.#starts[line - 1] ?? this.#text.length) + column - 1, this.#text.length);
    return [offsetOf(start), offsetOf(end)];
  }

  #positionOf(offset: number): TextPosition {
    const at = Math.min(Math.max(offset, 0), this.#text.length);
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const start = this.#starts[low] ?? 0;
    // Between `\r` and `\n` there is no place for a cursor.
    const inside = this.#text[at] === '\n' && this.#text[at - 1] === '\r' && at > start;
    return { line: low + 1, column: at - start + (inside ? 0 : 1) };
  }
}
