import { describe, expect, it } from 'vitest';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';

const withMatcher = (...lines: readonly string[]) =>
  parseHook(
    ['---', 'name: a', 'description: d', 'trigger: before_tool', 'matcher:', ...lines, '---', ''].join('\n'),
  );

describe('a backslash in double quotes', () => {
  it('is an error on the whole value where YAML has no such escape, once', () => {
    const { hook, problems } = withMatcher('  pattern: "\\.py$|\\d" # files');
    expect(hook).toBeUndefined();
    expect(problems).toEqual([
      {
        code: 'hook.double-quoted-backslash',
        severity: 'error',
        message:
          "Write the text in single quotes; in double quotes '\\.' would be an escape, and YAML has none like it.",
        range: { start: { line: 6, column: 12 }, end: { line: 6, column: 22 } },
      },
    ]);
  });

  it('is told of each value, and beside other mistakes', () => {
    const { problems } = withMatcher('  tool: "\\S"', '  pattern: "\\d"', 'async: "no"', 'metadata: [');
    expect(problems.map(({ code, range }) => `${code} ${range.start.line}`)).toEqual([
      'hook.double-quoted-backslash 6',
      'hook.double-quoted-backslash 7',
      'hook.syntax 10',
    ]);
  });

  it('is nothing by itself in a value that is not closed, which goes on to the end', () => {
    const { problems } = withMatcher('  pattern: "\\.py$', 'async: true', '');
    expect(problems.map(({ code, range }) => `${code} ${range.start.line}-${range.end.line}`)).toEqual([
      'hook.syntax 6-6',
      'hook.syntax 9-9',
    ]);
  });

  it('is not told of a good value before it', () => {
    const { problems } = withMatcher('  tool: "ok"', '  pattern: "\\d"');
    expect(problems.map(({ range }) => range.start.line)).toEqual([7]);
  });

  it.each([
    ['"\\bfoo"', 'a backspace'],
    ['"foo\\b"', 'a backspace'],
    ['"\\\\d\\b"', 'a backspace'],
    ['"x\\_y"', 'a blank'],
  ])('is a warning where YAML reads %s as something that was not meant', (value, what) => {
    const { hook, problems } = withMatcher(`  pattern: ${value}`);
    expect(hook).toBeDefined();
    expect(problems).toMatchObject([
      {
        code: 'hook.double-quoted-backslash',
        severity: 'warning',
        message: expect.stringContaining(`as ${what}.`),
        range: { start: { line: 6, column: 12 }, end: { line: 6, column: 12 + value.length } },
      },
    ]);
  });

  it.each(['"\\\\bfoo"', '"\\t"', '"\\n\\r"', '"a\\/b"', '"\\""', "'\\bfoo'", 'a\\bfoo'])(
    'is nothing in %s',
    (value) => {
      expect(withMatcher(`  pattern: ${value}`).problems).toEqual([]);
    },
  );

  it('is nothing outside of regular expressions where YAML has the escape', () => {
    expect(parseHook('---\nname: a\ndescription: "\\bell"\ntrigger: before_tool\n---\n').problems).toEqual(
      [],
    );
  });
});
