import { describe, expect, it } from 'vitest';
import { hookName, wrongName, yamlName } from '../../../../src/core/hookfile/hookName.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';

const named = (name: string) =>
  parseHook(`---\nname: ${JSON.stringify(name)}\ndescription: d\ntrigger: before_tool\n---\n`);

describe('the name of a hook', () => {
  it.each([
    'a',
    '0',
    'block-dangerous-commands',
    'a1-b2',
    'проверка',
    '検査-1',
    'größe',
    'x'.repeat(64),
    '𝒳'.normalize('NFKC').toLowerCase(),
    '𐐨'.repeat(64),
  ])('may be %j', (name) => {
    expect(wrongName(name)).toBeUndefined();
    expect(named(name).hook?.name).toBe(name);
  });

  it.each([
    ['x'.repeat(65), 'this one has more than 64 characters'],
    ['Block', 'this one has capital letters'],
    ['Ä', 'this one has capital letters'],
    ['a_b', 'only letters, digits and hyphens may be in it'],
    ['a b', 'only letters, digits and hyphens may be in it'],
    ['a.b', 'only letters, digits and hyphens may be in it'],
    ['../a', 'only letters, digits and hyphens may be in it'],
    ['a\nb', 'only letters, digits and hyphens may be in it'],
    ['a😀', 'only letters, digits and hyphens may be in it'],
    ['a‐b', 'only letters, digits and hyphens may be in it'],
    ['-a', 'it begins or ends with a hyphen'],
    ['a-', 'it begins or ends with a hyphen'],
    ['-', 'it begins or ends with a hyphen'],
    ['a--b', 'it has two hyphens in a row'],
  ])('may not be %j', (name, wrong) => {
    expect(wrongName(name)).toBe(wrong);
    const { hook, problems } = named(name);
    expect(hook).toBeUndefined();
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['hook.name', `Give the hook another name; ${wrong}.`],
    ]);
    expect(problems[0]?.range.start).toEqual({ line: 2, column: 7 });
  });

  it('may not be empty', () => {
    expect(wrongName('')).toBe('this one is empty');
    expect(named(' ').problems.map(({ code }) => code)).toEqual(['hook.empty-text']);
  });

  it.each([
    ['ﬁle', 'file'],
    ['１２', '12'],
    ['e\u0301tat', 'état'],
    [' a ', 'a'],
    ['\u00a0a', 'a'],
    ['ﬀ'.repeat(32), 'f'.repeat(64)],
  ])('%j is the same as %j', (written, name) => {
    expect([wrongName(written), hookName(written)]).toEqual([undefined, name]);
    expect(named(written).hook?.name).toBe(name);
  });

  it.each(['½', 'ᴬ', 'ﷺ', 'ⅳ'.repeat(33)])('may not be %j, since its one form may not', (written) => {
    expect(wrongName(written)).toBeDefined();
    expect(named(written).hook).toBeUndefined();
  });

  it.each([
    '123',
    '007',
    '1e3',
    '0x1f',
    '0o7',
    '0b1',
    '2026-01-15',
    'true',
    'false',
    'null',
    'on',
    'off',
    'y',
    'no',
  ])('stands in quotes behind a key where it is %s', (name) => {
    expect(yamlName(name)).toBe(`'${name}'`);
  });

  it.each(['a', 'nothing', 'one-1', 'x1f', 'größe'])('stands there as it is where it is %s', (name) => {
    expect(yamlName(name)).toBe(name);
  });

  it('is as long as its one form is', () => {
    expect(named('ﬀ'.repeat(33)).hook).toBeUndefined();
  });
});
