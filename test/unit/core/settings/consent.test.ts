import { describe, expect, it } from 'vitest';
import { mayAskInstall, parseConsents } from '../../../../src/core/settings/consent.ts';

const hour = 60 * 60 * 1000;

describe('the question about entries', () => {
  it('is asked once, whatever came of it', () => {
    expect(mayAskInstall({}, 0)).toBe(true);
    expect(mayAskInstall({ install: 'asked' }, 1000 * hour)).toBe(false);
    expect(mayAskInstall({ install: 'never' }, 1000 * hour)).toBe(false);
  });

  it('comes again on a later day where it was put off, not in the same sitting', () => {
    expect(mayAskInstall({ install: 'asked', putOffAt: 0 }, hour)).toBe(false);
    expect(mayAskInstall({ install: 'asked', putOffAt: 0 }, 24 * hour)).toBe(true);
    expect(mayAskInstall({ install: 'never', putOffAt: 0 }, 24 * hour)).toBe(false);
  });

  it('does not depend on what is said about repairs', () => {
    expect(mayAskInstall({ repair: 'never' }, 0)).toBe(true);
  });
});

describe('what was remembered', () => {
  it('is read as it was said', () => {
    const all = { a: { install: 'asked', putOffAt: 5 }, b: { install: 'never', repair: 'never' } };
    expect(parseConsents(all)).toEqual(all);
  });

  it.each([undefined, null, 'x', 7, [1], { a: null }, { a: { install: 'maybe', putOffAt: '5', repair: 1 } }])(
    'counts for nothing where it is not understood: %j',
    (value) => {
      expect(Object.values(parseConsents(value)).filter((said) => Object.keys(said).length > 0)).toEqual([]);
    },
  );
});
