import { describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { slowPart } from '../../../../src/core/hookfile/slowPart.ts';

describe('slowPart', () => {
  it.each([
    ['(a+)+', '(a+)+'],
    ['(a|a)*', '(a|a)*'],
    ['(.*)*', '(.*)*'],
    ['(\\w+\\s?)*', '(\\w+\\s?)*'],
    ['^(a+)+$', '(a+)+'],
    ['x(?:y(a*)*z)?', '(a*)*'],
    ['(a*b?)*c', '(a*b?)*'],
    ['(\\w|\\d)+', '(\\w|\\d)+'],
    ['([a-z]|[f-h])+$', '([a-z]|[f-h])+'],
    ['(?:\\S+\\s*)*;', '(?:\\S+\\s*)*'],
    ['(.*,)*x', '(.*,)*'],
    ['(.*,){11}x', '(.*,){11}'],
    ['(a?a?)*b', '(a?a?)*'],
    ['(ab|a|b)*c', '(ab|a|b)*'],
    ['(\\s|\\n)*x', '(\\s|\\n)*'],
    ['(a{1,3})+b', '(a{1,3})+'],
    ['(x+x+)+y', '(x+x+)+'],
    ['(?=(a+)+b)a', '(a+)+'],
    ['(?<word>\\w+)*!', '(?<word>\\w+)*'],
    ['([\\s\\S]*?,?)*?', '([\\s\\S]*?,?)*?'],
    ['(\\x61|a)*', '(\\x61|a)*'],
    ['((a|b)+|c)*', '((a|b)+|c)*'],
    ['(--?\\S+\\s+)*x', '(--?\\S+\\s+)*'],
    ['((a+)(?!z))+$', '((a+)(?!z))+'],
    ['(a+(?=a|$))+$', '(a+(?=a|$))+'],
    ['(?:a|a(?!b))+c', '(?:a|a(?!b))+'],
    ['(?:(?<=a)a+)*b', '(?:(?<=a)a+)*'],
    ['(?:a+\\B)+$', '(?:a+\\B)+'],
    ['(?:\\b[\\w.-]+\\b)+$', '(?:\\b[\\w.-]+\\b)+'],
    ['(?:[a-z]{1,301})+x', '(?:[a-z]{1,301})+'],
    ['(a{1,400})+b', '(a{1,400})+'],
    ['(?:a{0,200}){0,200}b', '(?:a{0,200}){0,200}'],
    ['((a{1,30}){1,30}){1,30}b', '(a{1,30}){1,30}'],
    ['(?:a|a){30}b', '(?:a|a){30}'],
    ['((a)+\\2)+b', '((a)+\\2)+'],
    ['(?:(?<x>a)+\\k<x>)+b', '(?:(?<x>a)+\\k<x>)+'],
    [`(?:${'x'.repeat(400)}|a|a)+b`, `(?:${'x'.repeat(400)}|a|a)+`],
    [`${'('.repeat(100)}(a+)+${')'.repeat(100)}b`, '(a+)+'],
    [`(a+)+${'b'.repeat(3000)}`, '(a+)+'],
  ])('finds what is slow in %#', (text, part) => {
    expect(slowPart(text)).toBe(part);
  });

  it.each([
    '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$',
    '.*.*.*x',
    '^.*.*.*.*$',
    '^\\s*.*\\s*.*x',
    '^a*(?:b?a*)?(?!c)a*[a-f]+x',
    '^.*,.*,.*,.*x',
    '^(?:.*,){4}x',
    '(?=.*.*.*x)y',
    '^(?:y|a*a*a*a*x)',
  ])('finds repetitions in a row that share one text in %s', (text) => {
    expect(slowPart(text)).toBe(text);
  });

  it.each([
    ['(?:[a-z0-9]{1,8}){1,8}@', '(?:[a-z0-9]{1,8}){1,8}@'],
    ['(?:\\w{1,9}\\s?){1,9};', '(?:\\w{1,9}\\s?){1,9}'],
    ['(?:/?[\\w.-]{1,9}){1,9}\\.pem$', '(?:/?[\\w.-]{1,9}){1,9}'],
    ['(?:a{0,9}){0,9}b', '(?:a{0,9}){0,9}'],
    ['(?:(?:(?:a){0,9}){0,9}){0,9}b', '(?:(?:a){0,9}){0,9}'],
    ['foo(?:(?:ab){1,9}){1,9}c', '(?:(?:ab){1,9}){1,9}'],
    ['(\\w+){1,5};', '(\\w+){1,5}'],
    ['(\\w+){1,4};', '(\\w+){1,4};'],
    ['(a{1,7}){1,7}b', '(a{1,7}){1,7}b'],
    ['(?:a?a?){9}b', '(?:a?a?){9}b'],
    [`${'a?'.repeat(19)}b`, `${'a?'.repeat(19)}b`],
  ])('finds small counts that make too much of each other in %s', (text, part) => {
    expect(slowPart(text)).toBe(part);
  });

  it.each([60, 300, 1000])('finds what is slow where %i groups are in each other', (depth) => {
    expect(slowPart(`${'('.repeat(depth)}a${')*'.repeat(depth)}b`)).toBeDefined();
  });

  it('comes to an end where there is too much of everything', () => {
    const nested = (text: string, sign: string) => `${'(?:'.repeat(240)}${text}${`)${sign}`.repeat(240)}`;
    const texts = [
      nested('^|a', '{9}'),
      nested('a?|b|ab?', '{0,3}'),
      '(?:[a-z]{1,5}|\\d{1,5}){1,2}'.repeat(140),
    ];
    expect(texts.map(slowPart)).toHaveLength(3);
  });

  it.each([
    '',
    '.*',
    '\\bgit\\s+push\\b.*--force\\b',
    'git\\s+push\\s+.*\\s+--force',
    'deploy.*prod',
    '^(?!.*test).*\\.py$',
    '.*foo.*bar.*',
    '.*foo.*bar.*baz.*qux.*',
    '^.*,.*,.*$',
    '^\\s*\\w+\\s*=\\s*.*$',
    '\\d+\\.\\d+\\.\\d+\\.\\d+',
    '^\\w+\\b.*\\b\\w+\\b.*\\b\\w+$',
    '(.*)\\1\\1\\1x',
    '(?:[^,]+(?:,|$))*',
    '(?:\\w+\\b,?\\b)*',
    '(a+$)+',
    '(?:(\\w)\\1)+',
    '(\\d{400})+',
    '(?:\\d{1,400},)+',
    '(["\'])(?:(?!\\1).)*\\1',
    'a+b+',
    '(a|b)*',
    '(.|\\n)*',
    '([^"\\\\]|\\\\.)*',
    '"(?:[^"\\\\]|\\\\.)*"',
    '(\\w+,)*',
    '(\\S+\\s+)*',
    '(-\\w+\\s+)*',
    '(\\d{3})+',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '[a-f0-9]{40}',
    '((?!foo).)*bar',
    '(\\b\\w+\\b\\s*)*',
    '(a+)?b',
    '(a*){0}',
    'deploy.*prod|kubectl.*production',
    '\\.(py|js|ts)$',
    'rm -rf /|mkfs|dd if=/dev/zero|>:/dev/sda',
    '(?:^|/)\\.env(?:\\..+)?$',
    '^(?:[a-z0-9-]+\\.)+[a-z]{2,}$',
    'git\\s+push\\s+(?:-\\S+\\s+)*(?:origin\\s+)?main',
    '(foo|bar|baz)+',
    '(ab|ac)*d',
    '(a?b)*',
    '(\\w+)\\1',
    '[]*x',
    '(?:){0,999999999}',
    '.{0,5000}',
    '\\d{1,3}(?:\\.\\d{1,3}){3}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    '(?:\\w+\\.){1,3}com',
    '^(\\s*\\w+){1,2}$',
    '(\\w+){1,2};',
    '^(\\w+){1,3}$',
    '(a{1,5}){1,5}b',
    '(a{1,9}){1,3}b',
    '(a{1,2}){1,12}b',
    '(a|a){1,12}b',
    '(?:\\w{1,9},){1,9};',
    `(a+)+${'b'.repeat(5000)}`,
  ])('has nothing against %#', (text) => {
    expect(() => new RegExp(text)).not.toThrow();
    expect(slowPart(text)).toBeUndefined();
  });

  it('has nothing against the templates', () => {
    for (const { files } of hookTemplates) {
      const { hook } = parseHook(files('a').hook);
      expect([hook?.matcher.pattern ?? '', hook?.matcher.tool ?? ''].map(slowPart)).toEqual([
        undefined,
        undefined,
      ]);
    }
  });

  it('is a warning on the value', () => {
    const text = "---\nname: a\ndescription: d\ntrigger: before_tool\nmatcher: { pattern: '^(a+)+$' }\n---\n";
    const { hook, problems } = parseHook(text);
    expect(hook?.matcher.pattern).toBe('^(a+)+$');
    expect(problems).toEqual([
      {
        code: 'hook.slow-regex',
        severity: 'warning',
        message: "Simplify '(a+)+' in 'pattern'; it may backtrack exponentially.",
        range: { start: { line: 5, column: 21 }, end: { line: 5, column: 30 } },
      },
    ]);
  });
});
