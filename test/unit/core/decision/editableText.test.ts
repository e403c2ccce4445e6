import { describe, expect, it } from 'vitest';
import { editableText, editedText } from '../../../../src/core/decision/editableText.ts';
import { editableField } from '../../../../src/programs/claudeCode/pure/tools.ts';

const editable = (tool: string | undefined, input: unknown) => {
  const field = editableField(tool ?? '', input);
  return editableText({ input, ...(field ? { editable: field } : {}) });
};

describe('what can be edited before it is approved', () => {
  it('is the command of a shell and the content of a file that Claude Code wants to write', () => {
    const bash = { tool: 'Bash', input: { command: 'ls', description: 'List' } };
    const write = { tool: 'Write', input: { file_path: '/w/a', content: '' } };
    expect(editable('Bash', bash.input)).toEqual({ field: 'command', text: 'ls' });
    expect(editable('Write', write.input)).toEqual({ field: 'content', text: '' });
  });

  it.each([
    ['Shell', { command: 'ls' }],
    ['Edit', { file_path: '/w/a', old_string: 'a', new_string: 'b' }],
    ['Bash', { command: ['ls'] }],
    ['Bash', undefined],
    ['Bash', { command: 'ls', run_in_background: true }],
    ['Write', { file_path: '/w/a', content: '', mode: 7 }],
    [undefined, { command: 'ls' }],
    ['constructor', { command: 'ls' }],
  ])('is nothing of anything else, nor where more is asked: %s %j', (tool, input) => {
    expect(editable(tool, input)).toBeUndefined();
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
