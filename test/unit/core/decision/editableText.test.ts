import { describe, expect, it } from 'vitest';
import { editableText, editedText } from '../../../../src/core/decision/editableText.ts';

describe('what can be edited before it is approved', () => {
  it('is the command of a shell and the content of a file that Claude Code wants to write', () => {
    const bash = { tool: 'Bash', input: { command: 'ls', description: 'List' } };
    const write = { tool: 'Write', input: { file_path: '/w/a', content: '' } };
    expect(editableText('claude-code', bash)).toEqual({ field: 'command', text: 'ls' });
    expect(editableText('claude-code', write)).toEqual({ field: 'content', text: '' });
  });

  it.each([
    ['codex', 'Bash', { command: 'ls' }],
    ['claude-code', 'Edit', { file_path: '/w/a', old_string: 'a', new_string: 'b' }],
    ['claude-code', 'Bash', { command: ['ls'] }],
    ['claude-code', 'Bash', undefined],
    ['claude-code', 'Bash', { command: 'ls', run_in_background: true }],
    ['claude-code', 'Write', { file_path: '/w/a', content: '', mode: 7 }],
    ['claude-code', undefined, { command: 'ls' }],
    ['constructor', 'name', { command: 'ls' }],
  ])('is nothing of anything else, nor where more is asked: %s %s %j', (program, tool, input) => {
    expect(editableText(program, { tool, input })).toBeUndefined();
  });
});

describe('what a person made of a text', () => {
  it.each([
    ['ls', 'ls -a', 'ls -a'],
    ['ls', 'ls\r\npwd', 'ls\npwd'],
    ['a\r\nb', 'a\nc', 'a\r\nc'],
    ['a\r\nb', 'a\nb', undefined],
    ['ls', 'ls', undefined],
    ['ls', '', ''],
  ])('%j, written as %j, is %j', (text, written, edited) => {
    expect(editedText(text, written)).toBe(edited);
  });
});
