import { describe, expect, it } from 'vitest';
import { clip, oneLine, withEnds } from '../../../../src/core/text/clip.ts';

describe('a text', () => {
  it('is cut between characters, never inside one', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('abc');
    expect(clip('ab🔔d', 3)).toBe('ab');
    expect(clip('ab🔔d', 4)).toBe('ab🔔');
  });

  it('keeps both its ends where it is too long, and says so between them', () => {
    expect(withEnds('abc', 100)).toBe('abc');
    const long = `Begin.${'x'.repeat(5000)} What now?`;
    const kept = withEnds(long, 2000);
    expect(kept).toMatch(/^Begin\.x+\n\n\[… the middle is left out here …\]\n\nx+ What now\?$/u);
    expect(kept.length).toBeLessThanOrEqual(2000);
    expect(withEnds(kept, 2000)).toBe(kept);
    const bells = withEnds('🔔'.repeat(2001), 1001);
    expect(bells.replaceAll('🔔', '')).toMatch(/^\n\n\[… the middle is left out here …\]\n\n$/u);
  });

  it('is put on one line', () => {
    expect(oneLine(' a\r\n\tb  c ')).toBe('a b c');
  });
});
