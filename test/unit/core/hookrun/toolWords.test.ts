import { describe, expect, it } from 'vitest';
import { patchedPaths, toolWords } from '../../../../src/core/hookrun/toolWords.ts';

describe('what a script is told in the words of every program', () => {
  it.each([
    ['Shell', { command: 'ls' }, { tool: 'Shell', command: 'ls' }],
    ['run_shell_command', { command: 'ls', is_background: false }, { tool: 'Shell', command: 'ls' }],
    ['Bash', { command: ['ls'] }, { tool: 'Shell' }],
    ['Write', { file_path: '/w/a', content: '' }, { tool: 'WriteFile', path: '/w/a' }],
    ['NotebookEdit', { notebook_path: '/w/a' }, { tool: 'StrReplaceFile', path: '/w/a' }],
    ['view', { path: '/w/a' }, { tool: 'ReadFile', path: '/w/a' }],
    ['Glob', { pattern: '*.ts', path: 'src' }, { tool: 'Glob', path: 'src' }],
    ['WebFetch', { url: 'https://example.com/', path: 'x' }, { tool: 'FetchURL' }],
    ['mcp__disk__write', { path: '/w/a', command: 'ls' }, {}],
    ['Read', null, { tool: 'ReadFile' }],
    ['constructor', { path: 'a' }, {}],
  ])('%s %j', (name, input, words) => {
    expect(toolWords({ name, input })).toEqual(words);
  });

  it('is a file that a patch writes, or all those it changes', () => {
    const added = '*** Begin Patch\n*** Add File: a b.py\n+*** Update File: no.py\n*** End Patch';
    const changed =
      '*** Begin Patch\r\n*** Update File: a.py\r\n*** Move to: b.py\r\n*** Delete File: c.py\r\n';
    const words = { tool: 'StrReplaceFile', path: 'a.py', paths: ['a.py', 'b.py', 'c.py'] };
    expect(toolWords({ name: 'apply_patch', input: added })).toEqual({ tool: 'WriteFile', path: 'a b.py' });
    expect(toolWords({ name: 'apply_patch', input: { command: changed } })).toEqual(words);
    expect(toolWords({ name: 'apply_patch', input: {} })).toEqual({ tool: 'StrReplaceFile' });
  });

  it('is found behind spaces, which a program does not mind, and however long they are', () => {
    const spaces = ' '.repeat(200_000);
    const patch = `*** Begin Patch\n  *** Update File: a${spaces}b \n@@\n*** End Patch`;
    expect(patchedPaths('apply_patch', patch)).toEqual([`a${spaces}b`]);
    expect(toolWords({ name: 'apply_patch', input: patch })).toMatchObject({ tool: 'StrReplaceFile' });
  });

  it('has the paths of patches only from a tool that takes patches', () => {
    expect(patchedPaths('Bash', { command: '*** Add File: a.py' })).toEqual([]);
  });
});
