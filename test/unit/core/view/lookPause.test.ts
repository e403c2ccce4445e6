import { describe, expect, it } from 'vitest';
import { lookPause } from '../../../../src/core/view/lookPause.ts';

describe('The pause between two looks', () => {
  it('is the usual one while looks are quick', () => {
    expect(lookPause(2000, [30, 40])).toBe(2000);
  });

  it('is ten times as long as a look where all looks are slow', () => {
    expect(lookPause(2000, [600, 500])).toBe(5000);
  });

  it('does not grow because one look was slow', () => {
    expect(lookPause(2000, [40, 3400])).toBe(2000);
    expect(lookPause(2000, [3400, 40])).toBe(2000);
  });

  it('is never longer than ten seconds', () => {
    expect(lookPause(2000, [3400, 5000])).toBe(10_000);
  });
});
