import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../../src/core/hookrun/hookEvent.ts';
import type { FindsIn } from '../../../../src/core/hookrun/matchHook.ts';
import { matchHook } from '../../../../src/core/hookrun/matchHook.ts';

const base = { timestamp: '', sessionId: 's', workDir: '/w', fields: {} };
const using = (name: string, input: unknown): HookEvent => ({
  ...base,
  trigger: 'before_tool',
  tool: { name, input },
});
const findsIn: FindsIn = (pattern, texts) => texts.some((text) => new RegExp(pattern).test(text));
const never: FindsIn = () => undefined;

describe('matchHook', () => {
  it.each([
    ['Shell', 'Bash', 'yes'],
    ['Bash', 'Bash', 'yes'],
    ['Shell', 'Shell', 'yes'],
    ['Shell', 'PowerShell', 'no'],
    ['PowerShell', 'Shell', 'no'],
    ['Shell', 'ShellTool', 'no'],
    ['shell', 'Bash', 'no'],
    ['Shell|WriteFile', 'Write', 'yes'],
    ['Shell|WriteFile', 'WriteFileNow', 'no'],
    ['.*File', 'Read', 'yes'],
    ['mcp__.*', 'mcp__disk__write', 'yes'],
    ['mcp__', 'mcp__disk__write', 'no'],
    ['^Shell$', 'Bash', 'yes'],
    ['', 'Bash', 'no'],
  ] as const)('matches the tool %j with %s: %s', (tool, name, match) => {
    expect(matchHook({ tool }, using(name, {}), findsIn)).toBe(match);
  });

  it.each([
    ['\\.py$', { file_path: '/a/b.py', content: 'x' }, 'yes'],
    ['\\.py$', { file_path: '/a/b.pyc', content: 'x' }, 'no'],
    ['^rm', { command: 'rm -rf /' }, 'yes'],
    ['^rm', { command: 'ls; rm -rf /' }, 'no'],
    ['"command": "rm', { command: 'rm -rf /' }, 'yes'],
    ['"timeout": 5', { timeout: 5 }, 'yes'],
    ['^b$', { a: { deep: [1, ['b']] } }, 'yes'],
    ['^b$', { b: 1 }, 'no'],
    ['^ls$', 'ls', 'yes'],
    ['x', {}, 'no'],
    ['x', null, 'no'],
  ] as const)('looks for %j in %j: %s', (pattern, input, match) => {
    expect(matchHook({ pattern }, using('Bash', input), findsIn)).toBe(match);
  });

  it.each([
    ['Shell', 'rm', 'yes'],
    ['Shell', 'mv', 'no'],
    ['ReadFile', 'rm', 'no'],
    [undefined, undefined, 'yes'],
  ])('wants both the tool %s and the pattern %s', (tool, pattern, match) => {
    const matcher = { ...(tool ? { tool } : {}), ...(pattern ? { pattern } : {}) };
    expect(matchHook(matcher, using('Bash', { command: 'rm x' }), findsIn)).toBe(match);
  });

  it('does not know of an input whose end is missing, unless its beginning matches', () => {
    const cut = (text: string) => ({
      trigger: 'before_tool' as const,
      timestamp: '',
      sessionId: 's',
      workDir: '/',
      tool: { name: 'Write', input: { content: text }, isCut: true as const },
      fields: {},
    });
    const finds: FindsIn = (pattern, texts) => texts.some((text) => new RegExp(pattern).test(text));
    expect(matchHook({ pattern: 'SECRET' }, cut('xxx'), finds)).toBe('unsure');
    expect(matchHook({ pattern: 'SECRET' }, cut('SECRET'), finds)).toBe('yes');
    expect(matchHook({ tool: 'Shell', pattern: 'SECRET' }, cut('xxx'), finds)).toBe('no');
  });

  it('matches a moment that is about no tool, without looking', () => {
    const event: HookEvent = { ...base, trigger: 'before_stop' };
    expect(matchHook({ tool: 'Shell', pattern: 'x' }, event, never)).toBe('yes');
  });

  it.each([
    [{ tool: 'Shell' }, 'no'],
    [{ tool: '.*' }, 'no'],
    [{ pattern: 'x' }, 'no'],
    [{}, 'yes'],
  ] as const)(
    'matches %j with a moment that should be about a tool, and names none: %s',
    (matcher, match) => {
      for (const trigger of ['before_tool', 'after_tool', 'after_tool_failure'] as const) {
        expect(matchHook(matcher, { ...base, trigger }, never)).toBe(match);
      }
    },
  );

  it('is unsure where looking took too long', () => {
    expect(matchHook({ pattern: '(a+)+$' }, using('Bash', { command: 'aaaa!' }), never)).toBe('unsure');
    expect(matchHook({ tool: '(a+)+$' }, using('Bash', {}), never)).toBe('unsure');
  });

  it('is not unsure where the other half says no', () => {
    const slowTool: FindsIn = (pattern, texts) =>
      pattern.startsWith('^(?:') ? undefined : findsIn(pattern, texts);
    expect(matchHook({ tool: 'x.', pattern: 'mkfs' }, using('Bash', { command: 'ls' }), slowTool)).toBe('no');
    expect(matchHook({ tool: 'x.', pattern: 'ls' }, using('Bash', { command: 'ls' }), slowTool)).toBe(
      'unsure',
    );
  });

  it('finds a text behind a list that is longer than the arguments of a call may be', () => {
    const input = { numbers: new Array(600_000).fill(1), command: 'rm -rf /' };
    expect(matchHook({ pattern: '^rm' }, using('Bash', input), findsIn)).toBe('yes');
  });

  it('finds a text in a value that is deeper than a stack', () => {
    let input: unknown = 'rm -rf /';
    for (let at = 0; at < 100_000; at++) {
      input = [input];
    }
    expect(matchHook({ pattern: '^rm' }, using('Bash', input), findsIn)).toBe('yes');
  });

  it('is unsure where there are more texts than it looks at, and none fits', () => {
    const texts = (count: number) => Array.from({ length: count }, () => 'x');
    const behind = (count: number) => using('Bash', { texts: texts(count), command: 'rm -rf /' });
    expect(matchHook({ pattern: '^rm' }, behind(20_000), findsIn)).toBe('unsure');
    expect(matchHook({ pattern: '^mv' }, behind(9_000), findsIn)).toBe('no');
    expect(matchHook({ pattern: 'rm -rf' }, behind(20_000), findsIn)).toBe('yes');
  });
});
