import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../src/core/agent/state.ts';
import { askPreview } from '../../../../src/core/view/askPreview.ts';

function preview(tool: string, input: unknown) {
  const head = { id: 'p', at: 1, source: 'request', evidence: 'hook' } as const;
  return askPreview({ ...head, kind: 'permission', reason: tool, tool, input } satisfies Prompt);
}

function change(tool: string, input: object, before: string): string | undefined {
  const shown = preview(tool, { file_path: '/w/a.ts', ...input });
  return shown?.kind === 'change' ? shown.change(before) : 'no change';
}

describe('the change of a file', () => {
  it('is what the file becomes', () => {
    expect(change('Write', { content: 'new' }, 'old')).toBe('new');
    expect(change('Edit', { old_string: 'net', new_string: 'gross' }, 'net net')).toBe('gross net');
    expect(change('Edit', { old_string: 'net', new_string: 'gross', replace_all: true }, 'net net')).toBe(
      'gross gross',
    );
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c' },
    ];
    expect(change('MultiEdit', { edits }, 'a')).toBe('c');
  });

  it('finds lines in a file that ends them in another way', () => {
    expect(change('Edit', { old_string: 'a\nb', new_string: 'c\nd' }, 'a\r\nb\r\n')).toBe('c\r\nd\r\n');
  });

  it('takes a text to put in as it is', () => {
    expect(change('Edit', { old_string: 'x', new_string: '$&$1$$' }, 'x')).toBe('$&$1$$');
    expect(change('Edit', { old_string: 'x', new_string: '$&', replace_all: true }, 'xx')).toBe('$&$&');
  });

  it('cannot be shown where it does not fit the file', () => {
    expect(change('Edit', { old_string: 'x', new_string: 'y' }, 'abc')).toBeUndefined();
    expect(change('MultiEdit', { edits: [{ old_string: 'x', new_string: 'y' }] }, 'abc')).toBeUndefined();
    expect(change('Edit', { old_string: '', new_string: 'y' }, 'abc')).toBeUndefined();
    expect(change('Edit', { old_string: '', new_string: 'y' }, '')).toBe('y');
  });
});

describe('the name of what is read', () => {
  it('has nothing in it that deceives', () => {
    const content = 'x';
    const named = (file_path: string) => preview('Write', { file_path, content })?.name;
    expect(named('/w/\u202egpj.\u202csh')).toBe('gpj.sh');
    expect(named('C:\\w\\a\u200b b.ts')).toBe('a b.ts');
    expect(named('/w/צבע.ts')).toBe('\u2068צבע.ts\u2069');
    expect(named('/w/\u202e')).toBe('file');
    expect(preview('\u202eyes', { x: 1 })?.name).toBe('yes.json');
    expect(preview('a/\u202eb', { command: 'ls' })?.name).toBe('a∕b.txt');
  });
});

describe('a cell of a notebook', () => {
  const cell = (more: object) =>
    preview('NotebookEdit', { notebook_path: '/w/a.ipynb', new_source: 'import os\n\n  x = 1', ...more });

  it('is shown as the text it becomes, below which cell that is and how it comes about', () => {
    expect(cell({ cell_id: 'c1', cell_type: 'code', edit_mode: 'insert' })).toEqual({
      kind: 'text',
      name: 'a.ipynb.txt',
      text: '# notebook_path: "/w/a.ipynb"\n# cell_id: "c1"\n# cell_type: "code"\n# edit_mode: "insert"\nimport os\n\n  x = 1\n',
    });
    expect(cell({ new_source: 1 })).toMatchObject({ name: 'NotebookEdit.json' });
  });
});

describe('everything else', () => {
  it('is a text: a command with what it is for, or the input', () => {
    expect(preview('Bash', { command: 'a\nb', description: 'Do\nit' })).toEqual({
      kind: 'text',
      name: 'Bash.txt',
      text: '# Do it\na\nb\n',
    });
    expect(preview('Bash', { command: 'ls' })).toMatchObject({ text: 'ls\n' });
    expect(preview('Bash', { command: 'ls', dangerouslyDisableSandbox: true })).toMatchObject({
      text: '# dangerouslyDisableSandbox: true\nls\n',
    });
    expect(preview('WebFetch', { url: 'https://x' })).toMatchObject({ name: 'WebFetch.json', kind: 'text' });
    expect(preview('Edit', { file_path: '/w/a.ts', old_string: 1 })).toMatchObject({ name: 'Edit.json' });
    expect(preview('Bash', undefined)).toBeUndefined();
    const questions = [
      {
        question: 'Which?',
        multiSelect: true,
        options: [{ label: 'A', description: 'one' }, { label: 'B' }],
      },
    ];
    const head = { id: 'p', at: 1, source: 'request', evidence: 'hook', reason: 'x' } as const;
    expect(askPreview({ ...head, kind: 'question', questions, input: {} })).toMatchObject({
      text: 'Which? (any of these)\n  - A: one\n  - B\n',
    });
  });
});
