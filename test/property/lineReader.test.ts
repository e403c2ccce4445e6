import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midLine, noRest, readLines } from '../../src/core/event/lineReader.ts';

const maxBytes = 40;

// Characters of one to four bytes, line ends of both kinds, and lines on either side of what is kept.
const line = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'ä', '€', '😀', '\r', '"'), maxLength: 9 }),
  fc.integer({ min: maxBytes - 2, max: maxBytes + 2 }).map((length) => 'x'.repeat(length)),
);
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 })
  .chain((lines) => line.map((last) => lines.flat().join('') + last));

/** The lines of a stream that comes in pieces cut at `cuts`, and how much was ever kept. */
function linesOf(
  bytes: Uint8Array,
  cuts: readonly number[],
  from = noRest,
): { lines: string[]; kept: number } {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const lines: string[] = [];
  let [rest, start, kept] = [from, 0, 0];
  for (const end of [...ends, bytes.length]) {
    // One buffer for every piece, as a file is read.
    const chunk = Buffer.from(Uint8Array.from(bytes.subarray(start, end)));
    const step = readLines(rest, chunk, maxBytes);
    lines.push(...step.lines.map((one) => new TextDecoder('utf-8', { fatal: true }).decode(one)));
    chunk.fill(0);
    rest = step.rest;
    kept = Math.max(
      kept,
      rest.length,
      rest.parts.reduce((sum, part) => sum + part.length, 0),
    );
    start = end;
  }
  return { lines, kept };
}

const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

describe('a stream of lines', () => {
  it('gives the same lines wherever it is cut, also within a character', () => {
    fc.assert(
      fc.property(text, cuts, (content, where) => {
        const expected = content
          .split('\n')
          .slice(0, -1)
          .filter((one) => Buffer.byteLength(one) <= maxBytes)
          .map((one) => one.replace(/\r$/u, ''))
          .filter((one) => one.length > 0);
        expect(linesOf(Buffer.from(content), where).lines).toEqual(expected);
      }),
    );
  });

  it('never keeps more than one line may have', () => {
    fc.assert(
      fc.property(text, cuts, (content, where) => {
        expect(linesOf(Buffer.from(content), where).kept).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });

  it('that is entered in the middle gives the lines after the first line end', () => {
    fc.assert(
      fc.property(text, cuts, (content, where) => {
        const later = content.slice(content.indexOf('\n') + 1 || content.length);
        const whole = linesOf(Buffer.from(later), []).lines;
        expect(linesOf(Buffer.from(content), where, midLine).lines).toEqual(whole);
      }),
    );
  });
});
