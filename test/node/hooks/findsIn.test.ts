import { describe, expect, it } from 'vitest';
import { findsIn, findsTogether, findsWithin } from '../../../src/node/hooks/findsIn.ts';

describe('a regular expression', () => {
  it('is looked for in each text for itself', () => {
    expect(findsIn('^b.*\\.py$', ['a.py', 'b.py'])).toBe(true);
    expect(findsIn('^b.*\\.py$', ['a.py', 'b.js'])).toBe(false);
    expect(findsIn('a$', [])).toBe(false);
  });

  it('that goes back and forth for ever is given up', () => {
    expect(findsIn('(a+)+$', [`${'a'.repeat(5000)}b`])).toBeUndefined();
  });

  it('has its time for all texts together', () => {
    expect(
      findsIn(
        '(a+)+$',
        Array.from({ length: 5000 }, () => `${'a'.repeat(18)}b`),
      ),
    ).toBeUndefined();
  });

  it('is found as ever after one that was given up', () => {
    findsIn('(a+)+$', [`${'a'.repeat(5000)}b`]);
    expect(findsIn('b', ['abc'])).toBe(true);
  });

  it('is looked for again on a machine so busy that the search had no turn', () => {
    let [usedMs, searches] = [0, 0];
    const starved = (costMs: number) => () => {
      usedMs += costMs;
      searches += 1;
      return searches < 4 ? 'late' : true;
    };
    expect(findsWithin(starved(10), () => usedMs)('b', ['abc'])).toBe(true);
    [usedMs, searches] = [0, 0];
    expect(findsWithin(starved(60), () => usedMs)('b', ['abc'])).toBeUndefined();
    expect(searches).toBe(2);
  });

  it('that is none finds nothing for sure', () => {
    expect(findsIn('(', ['('])).toBeUndefined();
  });

  it('is looked for in large texts as well, whole', () => {
    const large = `${'x'.repeat(2 * 1024 * 1024)}y`;
    expect(findsIn('^x+$', [large])).toBe(false);
    expect(findsIn('xy$', [large])).toBe(true);
    expect(findsIn('needle', [large, 'needle'])).toBe(true);
  });

  it('cannot reach anything but the texts', () => {
    expect(findsIn('$_', ['x'])).toBe(false);
    expect(findsIn('"+process.exit(1)+"', ['x'])).toBe(false);
  });
});

describe('regular expressions of one moment', () => {
  const slow = ['(a+)+$', [`${'a'.repeat(5000)}b`]] as const;

  it('are given up at once when others took their time together', () => {
    const asked: string[] = [];
    const finds = findsTogether(3, (pattern, texts) => {
      asked.push(pattern);
      return pattern === 'slow' ? undefined : texts.includes(pattern);
    });
    expect(['slow', 'a', 'slow', 'b', 'slow', 'a', 'slow'].map((one) => finds(one, ['a']))).toEqual([
      undefined,
      true,
      undefined,
      false,
      undefined,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual(['slow', 'a', 'slow', 'b', 'slow']);
  });

  it('have each its own time until then', () => {
    const finds = findsTogether(2);
    expect(finds(...slow)).toBeUndefined();
    expect(finds('b', ['abc'])).toBe(true);
    expect(finds(...slow)).toBeUndefined();
    expect(finds('b', ['abc'])).toBeUndefined();
  });
});
