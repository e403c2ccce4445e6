import { describe, expect, it } from 'vitest';
import { spacedJson } from '../../../../src/core/hookrun/spacedJson.ts';

describe('spacedJson', () => {
  it.each<readonly [unknown, string]>([
    [{ command: 'ls' }, '{"command": "ls"}'],
    [{ a: 1, b: [1, 2], c: {} }, '{"a": 1, "b": [1, 2], "c": {}}'],
    [[], '[]'],
    [[[], [{}]], '[[], [{}]]'],
    ['a,b:c', '"a,b:c"'],
    ['two\nlines and a "quote"', '"two\\nlines and a \\"quote\\""'],
    [{ 'a:b,': ',:' }, '{"a:b,": ",:"}'],
    [null, 'null'],
    [true, 'true'],
    [1.5e300, '1.5e+300'],
    [undefined, 'null'],
    [{ a: undefined, b: 1, c: undefined }, '{"b": 1}'],
    [[undefined], '[null]'],
    [Number.NaN, 'null'],
  ])('writes %j', (value, text) => {
    expect(spacedJson(value)).toBe(text);
  });

  it('writes what is deeper than a stack', () => {
    const depth = 100_000;
    let value: unknown = 'x';
    for (let at = 0; at < depth; at++) {
      value = [value];
    }
    expect(spacedJson(value)).toBe(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`);
  });

  it('writes a list that is longer than the arguments of a call may be', () => {
    const long = Array.from({ length: 200_000 }, () => 1);
    expect(spacedJson(long)).toHaveLength(600_000);
  });
});
