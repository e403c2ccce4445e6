import { describe, expect, it } from 'vitest';
import { isSteady, noPlaces, noteRows } from '../../../../../src/core/view/ask/steadyRows.ts';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id, size: 1 }));

describe('a row', () => {
  const first = noteRows(noPlaces, rows('a', 'b'), 1000);

  it('is steady two seconds after it came', () => {
    expect(isSteady(first, 'b', 2999)).toBe(false);
    expect(isSteady(first, 'b', 3000)).toBe(true);
    expect(isSteady(first, 'c', 9000)).toBe(false);
  });

  it('is not steady where another one came above it, or went', () => {
    const second = noteRows(first, rows('new', 'a', 'b'), 5000);
    expect(isSteady(second, 'b', 6000)).toBe(false);
    const third = noteRows(second, rows('new', 'a', 'b'), 6000);
    expect(isSteady(third, 'b', 7000)).toBe(true);
    expect(isSteady(noteRows(third, rows('a', 'b'), 8000), 'b', 9000)).toBe(false);
  });

  it('is not steady where there are fewer rows: a list that is scrolled to its end moves all of them', () => {
    expect(isSteady(noteRows(first, rows('a'), 5000), 'a', 6000)).toBe(false);
  });

  it('stays steady where another one came below it', () => {
    expect(isSteady(noteRows(first, rows('a', 'b', 'c'), 5000), 'b', 5000)).toBe(true);
  });

  it('is not steady where rows came or went below a folded one above it', () => {
    const folded = (below: number) => [{ id: 'idle:/w', size: 1 + below }, ...rows('a')];
    const more = noteRows(noteRows(noPlaces, folded(6), 1000), folded(7), 5000);
    expect(isSteady(more, 'a', 6000)).toBe(false);
    expect(isSteady(more, 'idle:/w', 6000)).toBe(true);
  });
});
