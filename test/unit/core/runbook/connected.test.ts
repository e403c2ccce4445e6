import { describe, expect, it } from 'vitest';
import { connected } from '../../../../src/core/runbook/connected.ts';

function together(links: Record<string, string>): string[] {
  const groups = connected(new Map(Object.entries(links).map(([name, to]) => [name, new Set(to)])));
  const names = Object.keys(links);
  const inGroup = (group: number | undefined) => names.filter((name) => groups.get(name) === group).join('');
  return [...new Set(names.map((name) => inGroup(groups.get(name))))].sort();
}

describe('connected', () => {
  it.each([
    ['nothing', {}, []],
    ['names on their own', { a: '', b: '' }, ['a', 'b']],
    ['a way', { a: 'b', b: 'c', c: '' }, ['a', 'b', 'c']],
    ['a circle', { a: 'b', b: 'c', c: 'a' }, ['abc']],
    ['a way into a circle', { a: 'b', b: 'c', c: 'b' }, ['a', 'bc']],
    ['a way out of a circle', { a: 'bc', b: 'a', c: '' }, ['ab', 'c']],
    ['two circles with a way between them', { a: 'b', b: 'ac', c: 'd', d: 'c' }, ['ab', 'cd']],
    ['two circles that share a name', { a: 'b', b: 'ac', c: 'b' }, ['abc']],
    ['a link to a name that is not there', { a: 'x', b: 'a' }, ['a', 'b']],
  ] as const)('groups %s', (_, links, groups) => {
    expect(together(links)).toEqual(groups);
  });

  it('goes a long way', () => {
    const length = 50_000;
    const ring = new Map(
      Array.from({ length }, (_, at) => [`${at}`, new Set([`${(at + 1) % length}`])] as const),
    );
    expect(new Set(connected(ring).values()).size).toBe(1);
  });
});
