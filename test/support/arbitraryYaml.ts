import fc from 'fast-check';
import { expect } from 'vitest';

const signs = [
  ...[
    '\n',
    '\r\n',
    '\r',
    '\t',
    '  ',
    ': ',
    '- ',
    '? ',
    ', ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '#',
    '|',
    '>',
    '%',
  ],
  ...['---\n', '---', '...\n', '&a ', '*a', '!t ', '<<: ', '~', '0', '-1', '1e3', '.5', 'true'],
  ...['\uFEFF', '\u0000', '\ud800', '\u2028', '\u202e', '漢'],
];

/** What YAML is made of, and what breaks it, with words of one's own. */
export const yamlPieces = (...words: readonly string[]) =>
  fc.oneof(fc.constantFrom(...signs, ...words), fc.string({ unit: 'binary', maxLength: 3 }));

type Pieces = ReturnType<typeof yamlPieces>;

/** A text with pieces taken out and put in. */
export const edited = (text: string, pieces: Pieces) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(12), pieces), { minLength: 1, maxLength: 6 })
    .map((edits) =>
      edits.reduce((all, [at, out, piece]) => all.slice(0, at) + piece + all.slice(at + out), text),
    );

/** Pieces in a row. */
export const joined = (pieces: Pieces) => fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));

/** Pieces in a row, or anything at all. */
export const anyText = (pieces: Pieces) =>
  fc.oneof(joined(pieces), fc.string({ unit: 'binary', maxLength: 200 }));

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Expects problems to lie inside their text, in order, each with a sentence. */
export function expectInOrder(
  text: string,
  problems: readonly {
    readonly range: { readonly start: Position; readonly end: Position };
    readonly message: string;
  }[],
): void {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const numberOf = ({ line, column }: Position) => line * 1e6 + column;
  let last = 0;
  for (const { range, message } of problems) {
    for (const { line, column } of [range.start, range.end]) {
      expect(column).toBeGreaterThanOrEqual(1);
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1);
    }
    expect(numberOf(range.start)).toBeLessThanOrEqual(numberOf(range.end));
    expect(numberOf(range.start)).toBeGreaterThanOrEqual(last);
    last = numberOf(range.start);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(message).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e\ud800-\udfff]+\.$/u);
  }
}
