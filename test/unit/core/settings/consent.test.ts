import { describe, expect, it } from 'vitest';
import { mayAskInstall, parseConsents } from '../../../../src/core/settings/consent.ts';

const hour = 60 * 60 * 1000;

describe('the question about entries', () => {
  it('is asked once, whatever came of it', () => {
    expect(mayAskInstall({}, 'a', 0)).toBe(true);
    expect(mayAskInstall({ install: 'asked' }, 'a', 1000 * hour)).toBe(false);
    expect(mayAskInstall({ install: 'never' }, 'a', 1000 * hour)).toBe(false);
  });

  it('comes again on a later day where it was put off, not in the same sitting', () => {
    expect(mayAskInstall({ install: 'asked', putOffAt: 0 }, 'a', hour)).toBe(false);
    expect(mayAskInstall({ install: 'asked', putOffAt: 0 }, 'a', 24 * hour)).toBe(true);
    expect(mayAskInstall({ install: 'never', putOffAt: 0 }, 'a', 24 * hour)).toBe(false);
  });

  it('is asked once more about a program that came later', () => {
    const asked = { install: 'asked', programs: ['a'] } as const;
    expect(mayAskInstall(asked, 'a', 0)).toBe(false);
    expect(mayAskInstall(asked, 'b', 0)).toBe(true);
    expect(mayAskInstall({ ...asked, install: 'never' }, 'b', 0)).toBe(false);
  });

  it('is asked once where no program is on the machine, and once more about each that came later', () => {
    const asked = { install: 'asked', programs: [] } as const;
    expect(mayAskInstall({}, undefined, 0)).toBe(true);
    expect(mayAskInstall(asked, undefined, 0)).toBe(false);
    expect(mayAskInstall(asked, 'a', 0)).toBe(true);
  });

  it('does not depend on what is said about repairs', () => {
    expect(mayAskInstall({ repair: 'never' }, 'a', 0)).toBe(true);
  });
});

describe('what was remembered', () => {
  it('is read as it was said', () => {
    const all = {
      a: { install: 'asked', programs: ['x'], putOffAt: 5 },
      b: { install: 'never', repair: 'never' },
    };
    expect(parseConsents(all)).toEqual(all);
  });

  it.each([
    undefined,
    null,
    'x',
    7,
    [1],
    { a: null },
    { a: { install: 'maybe', putOffAt: '5', programs: 'x', repair: 1 } },
  ])('counts for nothing where it is not understood: %j', (value) => {
    expect(Object.values(parseConsents(value)).filter((said) => Object.keys(said).length > 0)).toEqual([]);
  });
});
