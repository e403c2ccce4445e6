import { describe, expect, it } from 'vitest';
import { wrongName } from '../../../../src/core/hookfile/hookName.ts';
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
    expect(named(written).hook?.name).toBe(name);
  });

  it('is as long as its one form is', () => {
    expect(named('ﬀ'.repeat(33)).hook).toBeUndefined();
  });
});
