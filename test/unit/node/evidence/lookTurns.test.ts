import { describe, expect, it } from 'vitest';
import { LookTurns } from '../../../../src/node/evidence/lookTurns.ts';

const names = ['a', 'b', 'c', 'd', 'e'];

function turns(): LookTurns {
  const all = new LookTurns();
  for (const name of names) {
    all.add(name);
  }
  return all;
}

const sweeps = (all: LookTurns, count: number) => Array.from({ length: count }, () => all.take());

describe('who is looked at', () => {
  it('is whoever is new, in each of ten sweeps', () => {
    expect(sweeps(turns(), 10)).toEqual(Array.from({ length: 10 }, () => names));
  });

  it('is a quiet one in one sweep of four, and not all of them in the same', () => {
    const all = turns();
    sweeps(all, 10);
    expect(sweeps(all, 4).map((some) => some.join(''))).toEqual(['b', 'c', 'd', 'ae']);
    expect(sweeps(all, 4).flat().sort()).toEqual(names);
  });

  it('is one of which something was heard, again in each of ten', () => {
    const all = turns();
    sweeps(all, 20);
    all.wake('c');
    expect(sweeps(all, 10).filter((some) => some.includes('c'))).toHaveLength(10);
    expect(sweeps(all, 8).filter((some) => some.includes('c'))).toHaveLength(2);
  });

  it('is nobody who is followed no longer', () => {
    const all = turns();
    all.delete('a');
    all.wake('a');
    expect(all.take()).toEqual(['b', 'c', 'd', 'e']);
  });
});
