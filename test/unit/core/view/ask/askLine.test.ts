import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../../src/core/agent/state.ts';
import type { Ask } from '../../../../../src/core/event/ask.ts';
import { askLine } from '../../../../../src/core/view/ask/askLine.ts';

const prompt = (ask: Partial<Ask>): Prompt => ({
  id: 'p',
  at: 1,
  source: 'request',
  evidence: 'hook',
  kind: 'permission',
  reason: 'x',
  ...ask,
});
const line = (ask: Partial<Ask>) => askLine(prompt(ask), '/w/api');
const bash = (command: string, more = {}) => line({ tool: 'Bash', input: { command, ...more } });
const edit = (old_string: string, new_string: string, more = {}) =>
  line({ tool: 'Edit', input: { file_path: '/w/api/a.ts', old_string, new_string, ...more } }).text;

describe('the line of an ask', () => {
  const which = { question: 'Which color?', options: [], multiSelect: false };

  it.each<[Partial<Ask>, string]>([
    [{ tool: 'Bash', input: { command: 'npm test\nls' } }, '$ npm test ⏎ ls'],
    [
      { tool: 'Write', input: { file_path: '/w/api/src/a.ts', content: 'a\nb\n' } },
      'write src/a.ts (2 lines)',
    ],
    [{ tool: 'Read', input: { file_path: '/etc/hosts' } }, 'read /etc/hosts'],
    [{ tool: 'run_shell_command', input: { command: 'ls', is_background: false } }, '$ ls'],
    [{ tool: 'write_file', input: { file_path: '/w/api/a.ts', content: 'a' } }, 'write a.ts (1 line)'],
    [{ tool: 'create', input: { file_path: '/w/api/a.ts', content: 'a' } }, 'write a.ts (1 line)'],
    [{ tool: 'mcp__db__query', input: { sql: 'DROP' } }, 'use mcp__db__query {"sql":"DROP"}'],
    [{ message: 'Go on?' }, 'do something: Go on?'],
    [{ kind: 'question', questions: [which] }, '? Which color?'],
    [{ kind: 'question', questions: [which, which] }, '? Which color? (and 1 more)'],
    [{ kind: 'question' }, '? a question'],
    [{ kind: 'plan_approval', plan: '# Port to pnpm\n\n1. a\n' }, 'plan: Port to pnpm (3 lines)'],
    [{ kind: 'plan_approval' }, 'plan'],
    [{ kind: 'other', message: 'Token?' }, 'Token?'],
    [{ kind: 'other', reason: 'MCP input' }, 'needs MCP input'],
  ])('%j', (ask, text) => {
    expect(line(ask).text).toBe(text);
  });

  it.each([
    ['a', 'b', {}, 'edit a.ts +1 −1'],
    ['a\nb\nc', 'a\nx\ny\nc', {}, 'edit a.ts +2 −1'],
    ['a\n', 'a\nb\n', {}, 'edit a.ts +1 −0'],
    ['', 'a\nb', {}, 'edit a.ts +2 −0'],
    ['a', '', {}, 'edit a.ts +0 −1'],
    ['a', 'b', { replace_all: true }, 'edit a.ts +1 −1 everywhere'],
  ])('counts the lines of an edit: %j to %j', (old, fresh, more, text) => {
    expect(edit(old, fresh, more)).toBe(text);
  });

  it('says all of a command only where it does not run on in the background', () => {
    const shell = (is_background: boolean) =>
      line({ tool: 'run_shell_command', input: { command: 'ls', is_background } });
    expect([shell(false).isWhole, shell(true).isWhole]).toEqual([true, false]);
  });

  it('counts all edits of one file', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    const input = { file_path: '/w/api/a.ts', edits };
    expect(line({ tool: 'MultiEdit', input }).text).toBe('edit a.ts +1 −2');
    expect(line({ tool: 'MultiEdit', input: { ...input, edits: [{}] } }).text).toBe('edit a.ts');
  });
});

describe('an ask that may be approved in its row', () => {
  it('is short', () => {
    expect(bash('1234567890123456789012')).toMatchObject({ isShort: true, isWhole: true });
    expect(bash('12345678901234567890123')).toMatchObject({ isShort: false, isWhole: true });
    expect(bash('日'.repeat(12)).isShort).toBe(false);
    expect(bash('MAKE_WWW=MWWM MAKEWW').isShort).toBe(false);
  });

  it('says all that matters', () => {
    expect(bash('ls', { description: 'List', timeout: 5 }).isShort).toBe(true);
    expect(bash('ls', { dangerouslyDisableSandbox: true })).toMatchObject({ isShort: false, isWhole: false });
    expect(line({ message: 'Go on?' }).isShort).toBe(false);
    expect(bash('x'.repeat(500)).isWhole).toBe(false);
  });

  it.each([
    ['NotebookEdit', { notebook_path: '/a.ipynb', new_source: 'x' }],
    ['WebFetch', { url: 'http://a.b', prompt: 'x' }],
    ['Read', { file_path: '/a', more: 1 }],
    ['Bash', { command: 'rm a\u200bb' }],
    ['Bash', { command: 'rm \u202egpj.a' }],
    ['Bash', { command: 'echo "c    d"' }],
    ['Write', { file_path: '/a\u200b', content: '' }],
    ['mcp__a__b', { text: 'c   d' }],
  ])('says all that matters: %s %j does not', (tool, input) => {
    expect(line({ tool, input })).toMatchObject({ isShort: false, isWhole: false });
  });
});
