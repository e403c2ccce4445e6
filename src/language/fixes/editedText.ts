import type { SpanEdit } from '../spanEdit.ts';
import { applyEdits, inOrder } from '../spanEdit.ts';

/** A stretch of the text as it was, or something that was put in. */
type Piece = { readonly from: number; readonly to: number } | { readonly put: string };

const lengthOf = (piece: Piece) => ('put' in piece ? piece.put.length : piece.to - piece.from);

/** A text that is changed several times, and all of that as changes of the text it was. */
export class EditedText {
  readonly #original: string;
  #text: string;
  #pieces: readonly Piece[];

  constructor(text: string) {
    this.#original = text;
    this.#text = text;
    this.#pieces = [{ from: 0, to: text.length }];
  }

  get text(): string {
    return this.#text;
  }

  /** The changes from the first text to this one; they do not overlap. */
  get edits(): readonly SpanEdit[] {
    const edits: SpanEdit[] = [];
    let at = 0;
    let put = '';
    for (const piece of [...this.#pieces, { from: this.#original.length, to: this.#original.length }]) {
      if ('put' in piece) {
        put += piece.put;
      } else {
        if (put !== '' || piece.from > at) {
          edits.push({ span: [at, piece.from], text: put });
        }
        at = piece.to;
        put = '';
      }
    }
    return edits;
  }

  /** Changes the text as it is now. */
  apply(edits: readonly SpanEdit[]): void {
    const pieces: Piece[] = [];
    let at = 0;
    for (const { span, text } of inOrder(edits)) {
      pieces.push(...this.#cut(at, span[0]), { put: text });
      at = span[1];
    }
    this.#pieces = [...pieces, ...this.#cut(at, this.#text.length)].filter((piece) => lengthOf(piece) > 0);
    this.#text = applyEdits(this.#text, edits);
  }

  /** The pieces of a stretch of the text as it is now. */
  #cut(from: number, to: number): readonly Piece[] {
    let start = 0;
    return this.#pieces.flatMap((piece): Piece[] => {
      const [skip, end] = [Math.max(from - start, 0), Math.min(to - start, lengthOf(piece))];
      start += lengthOf(piece);
      if (skip >= end) {
        return [];
      }
      return 'put' in piece
        ? [{ put: piece.put.slice(skip, end) }]
        : [{ from: piece.from + skip, to: piece.from + end }];
    });
  }
}
