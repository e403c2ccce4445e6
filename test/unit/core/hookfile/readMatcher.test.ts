import { describe, expect, it } from 'vitest';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { wrongRegex } from '../../../../src/core/hookfile/readMatcher.ts';

const withKeys = (keys: readonly string[], trigger = 'before_tool') =>
  parseHook(['---', 'name: a', 'description: d', `trigger: ${trigger}`, ...keys, '---', ''].join('\n'));
const codes = (...keys: readonly string[]) =>
  withKeys(keys).problems.map(({ code, range }) => `${code} ${range.start.line}:${range.start.column}`);

describe('readMatcher', () => {
  it.each([
    [[], {}],
    [['matcher:'], {}],
    [['matcher: {}'], {}],
    [['matcher:', '  tool: Shell'], { tool: 'Shell' }],
    [['matcher:', '  pattern: "rm -rf /|mkfs"'], { pattern: 'rm -rf /|mkfs' }],
    [['matcher: { tool: "Shell|WriteFile", pattern: x }'], { tool: 'Shell|WriteFile', pattern: 'x' }],
    [['matcher:', "  pattern: '\\.py$'"], { pattern: '\\.py$' }],
    [['matcher:', '  pattern: "\\\\.py$"'], { pattern: '\\.py$' }],
    [['matcher: { pattern: " " }'], { pattern: ' ' }],
    [['matcher: { pattern: "\\t" }'], { pattern: '\t' }],
    [[`matcher: { pattern: ${'x'.repeat(4096)} }`], { pattern: 'x'.repeat(4096) }],
  ])('reads %j', (keys, matcher) => {
    const { hook, problems } = withKeys(keys);
    expect(problems).toEqual([]);
    expect(hook?.matcher).toEqual(matcher);
  });

  it.each([
    [['matcher: Shell'], 'hook.wrong-type 5:10'],
    [['matcher: [Shell]'], 'hook.wrong-type 5:10'],
    [['matcher:', '  tools: Shell'], 'hook.unknown-key 6:3'],
    [['matcher:', '  tool: 5'], 'hook.wrong-type 6:9'],
    [['matcher:', '  tool: [Shell]'], 'hook.wrong-type 6:9'],
    [['matcher:', '  tool:'], 'hook.wrong-type 6:3'],
    [['matcher:', '  tool: ""'], 'hook.empty-text 6:9'],
    [['matcher:', '  tool: "Shell("'], 'hook.regex 6:9'],
    [['matcher:', '  pattern: "[a"'], 'hook.regex 6:12'],
    [['matcher:', '  pattern: "*"'], 'hook.regex 6:12'],
    [['matcher:', `  pattern: ${'x'.repeat(4097)}`], 'hook.regex 6:12'],
    [['matcher:', '  pattern: "\\.py$"'], 'hook.double-quoted-backslash 6:12'],
  ])('refuses %j where it is wrong', (keys, problem) => {
    expect(codes(...keys)).toEqual([problem]);
    expect(withKeys(keys).hook).toBeUndefined();
  });

  it.each(['before_tool', 'after_tool', 'after_tool_failure', 'pre-tool-call'])(
    'has nothing against a matcher at %s',
    (trigger) => {
      expect(withKeys(['matcher: { tool: Shell }'], trigger).problems).toEqual([]);
    },
  );

  it.each(['session_start', 'before_stop', 'subagent_stop', 'pre_compact', 'post-context-compact'])(
    'warns that a matcher has no effect at %s, and drops it',
    (trigger) => {
      const { hook, problems } = withKeys(['matcher: { tool: Shell }'], trigger);
      expect(hook?.matcher).toEqual({});
      expect(problems).toMatchObject([
        { code: 'hook.matcher-ignored', severity: 'warning', range: { start: { line: 5, column: 1 } } },
      ]);
    },
  );

  it('does not warn of a matcher that asks for nothing', () => {
    expect(withKeys(['matcher: {}'], 'before_stop').problems).toEqual([]);
  });

  it('does not warn where nobody knows the trigger', () => {
    const { problems } = withKeys(['matcher: { tool: Shell }'], 'sometimes');
    expect(problems.map(({ code }) => code)).toEqual(['hook.unknown-trigger']);
  });
});

describe('wrongRegex', () => {
  it.each(['', 'Shell', 'a|b', '\\.(py|js|ts)$', '(?:a)', '(?<name>a)', '(?=a)', '>:/dev/sda'])(
    'has nothing against %j',
    (text) => {
      expect(wrongRegex(text)).toBeUndefined();
    },
  );

  it.each([
    ['(', 'unterminated group'],
    ['[a', 'unterminated character class'],
    ['*', 'nothing to repeat'],
    ['a:(', 'unterminated group'],
    ['(?i)rm', 'it has flags in it, as (?i), which JavaScript does not know'],
    ['(?ms)rm', 'it has flags in it, as (?i), which JavaScript does not know'],
  ])('says what is wrong with %j', (text, wrong) => {
    expect(wrongRegex(text)).toBe(wrong);
  });
});
