import { describe, expect, it } from 'vitest';
import { reasonWords } from '../../../../src/core/view/reasonWords.ts';

describe('why a run failed', () => {
  it.each([
    ['idle', 'it was idle'],
    ['prompt', 'it asked for permission'],
    ['prompt:question', 'it asked a question'],
    ['prompt:plan_approval', 'it asked about a plan'],
    ['prompt:other', 'it asked for input'],
    ['exit', 'its agent ended'],
    ['unauthorized', 'it was not authorized'],
    ['out_of_credits', 'it was out of credits'],
    ['rate_limited', 'it was rate limited'],
    ['no_internet', 'it had no internet'],
    ['overloaded', 'its service was overloaded'],
    ['other', 'it met an error'],
  ])('is said in words: %s', (reason, words) => {
    expect(reasonWords(reason)).toBe(words);
  });

  it.each(['cancelled', 'Something else.', 'constructor'])(
    'is left as it is where it is in words: %s',
    (reason) => {
      expect(reasonWords(reason)).toBe(reason);
    },
  );

  it('may not be known', () => {
    expect(reasonWords(undefined)).toBe('unknown reason');
  });
});
