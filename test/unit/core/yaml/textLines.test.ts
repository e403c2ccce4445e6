import { describe, expect, it } from 'vitest';
import { TextLines } from '../../../../src/core/yaml/textLines.ts';

const placed = (text: string, from: number, to: number) => {
  const { start, end } = new TextLines(text).rangeOf([from, to]);
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
};

describe('TextLines', () => {
  it.each([
    ['', 0, 0, '1:1-1:1'],
    ['abc', 1, 2, '1:2-1:3'],
    ['a\nb\n', 2, 3, '2:1-2:2'],
    ['a\nb\n', 1, 4, '1:2-3:1'],
    ['a\r\nb', 1, 2, '1:2-1:2'],
    ['a\r\nb', 3, 4, '2:1-2:2'],
    ['\r\n', 1, 2, '1:1-2:1'],
    ['😀a', 2, 3, '1:3-1:4'],
    ['abc', 3, 9, '1:4-1:4'],
    ['abc', -1, 1, '1:1-1:2'],
    ['abc', 2, 1, '1:3-1:3'],
  ])('places %j from %i to %i', (text, from, to, place) => {
    expect(placed(text, from, to)).toBe(place);
  });

  it.each([
    ['', 0, 0],
    ['a\nb\r\nc', 2, 6],
    ['a\r\n😀b', 3, 5],
    ['abc\n', 4, 4],
  ])('finds the span of a range in %j again', (text, from, to) => {
    const lines = new TextLines(text);
    expect(lines.spanOf(lines.rangeOf([from, to]))).toEqual([from, to]);
  });

  it('moves what lies outside the text to its edge', () => {
    const range = { start: { line: 1, column: 9 }, end: { line: 7, column: 1 } };
    expect(new TextLines('abc').spanOf(range)).toEqual([3, 3]);
  });
});
