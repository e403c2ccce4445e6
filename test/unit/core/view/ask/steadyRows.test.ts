import { describe, expect, it } from 'vitest';
import { isSteady, noteRows } from '../../../../../src/core/view/ask/steadyRows.ts';

describe('a row', () => {
  const first = noteRows(new Map(), ['a', 'b'], 1000);

  it('is steady two seconds after it came', () => {
    expect(isSteady(first, 'b', 2999)).toBe(false);
    expect(isSteady(first, 'b', 3000)).toBe(true);
    expect(isSteady(first, 'c', 9000)).toBe(false);
  });

  it('is not steady where another one came above it, or went', () => {
    const second = noteRows(first, ['new', 'a', 'b'], 5000);
    expect(isSteady(second, 'b', 6000)).toBe(false);
    const third = noteRows(second, ['new', 'a', 'b'], 6000);
    expect(isSteady(third, 'b', 7000)).toBe(true);
    expect(isSteady(noteRows(third, ['a', 'b'], 8000), 'b', 9000)).toBe(false);
  });

  it('is not steady where there are fewer rows: a list that is scrolled to its end moves all of them', () => {
    expect(isSteady(noteRows(first, ['a'], 5000), 'a', 6000)).toBe(false);
  });

  it('stays steady where another one came below it', () => {
    expect(isSteady(noteRows(first, ['a', 'b', 'c'], 5000), 'b', 5000)).toBe(true);
  });
});
