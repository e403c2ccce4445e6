import { describe, expect, it } from 'vitest';
import { nearestWord } from '../../../../src/core/yaml/nearestWord.ts';

describe('nearestWord', () => {
  it.each([
    ['rnu', 'run'],
    ['promt', 'prompt'],
    ['Prompt', 'prompt'],
    ['on_idel', 'on_idle'],
    ['o', undefined],
    ['', undefined],
    ['something else', undefined],
    ['run'.repeat(30), undefined],
  ])('takes %j for %j', (word, meant) => {
    expect(nearestWord(word, ['prompt', 'run', 'on_idle', 'on_dead'])).toBe(meant);
  });

  it('takes the nearest, and of equals the first', () => {
    expect(nearestWord('build-2', ['build-x', 'build-22', 'build'])).toBe('build-x');
    expect(nearestWord('builds', ['bulids-', 'build'])).toBe('build');
  });

  it('does not compare long words', () => {
    expect(nearestWord('x'.repeat(100), ['x'.repeat(99)])).toBeUndefined();
  });

  it('does not look through thousands', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `agent number ${at}`);
    expect(nearestWord('run', [...many, 'run'])).toBeUndefined();
  });
});
