import { describe, expect, it } from 'vitest';
import { clip, oneLine } from '../../../src/core/text.ts';

describe('a text', () => {
  it('is cut between characters, never inside one', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('abc');
    expect(clip('ab🔔d', 3)).toBe('ab');
    expect(clip('ab🔔d', 4)).toBe('ab🔔');
  });

  it('is put on one line', () => {
    expect(oneLine(' a\r\n\tb  c ')).toBe('a b c');
  });
});
