import { describe, expect, it } from 'vitest';
import { knownTools, namesOfTool, programsWith, toolsNamed } from '../../../../src/core/hookrun/toolNames.ts';

describe('namesOfTool', () => {
  it.each([
    ['Bash', 'Shell'],
    ['Write', 'WriteFile'],
    ['Read', 'ReadFile'],
    ['Edit', 'StrReplaceFile'],
    ['Monitor', 'Shell'],
    ['NotebookEdit', 'StrReplaceFile'],
    ['run_shell_command', 'Shell'],
    ['write_file', 'WriteFile'],
    ['bash', 'Shell'],
  ])('has for %s the name of the format, %s, behind its own', (own, common) => {
    expect(namesOfTool(own)).toEqual([own, common]);
  });

  it('has two for a patch, which may write a file or change it', () => {
    expect(namesOfTool('apply_patch')).toEqual(['apply_patch', 'StrReplaceFile', 'WriteFile']);
  });

  it.each(['Shell', 'WriteFile', 'mcp__disk__write', 'PowerShell', '', '__proto__', 'constructor'])(
    'has only its own for %j',
    (name) => {
      expect(namesOfTool(name)).toEqual([name]);
    },
  );

  it('lists each name once', () => {
    expect(knownTools).toContain('Shell');
    expect(knownTools).toContain('Bash');
    expect(new Set(knownTools).size).toBe(knownTools.length);
  });
});

describe('toolsNamed', () => {
  it('knows what programs call a tool', () => {
    expect(toolsNamed('Shell')).toContainEqual({ own: 'Bash', programs: ['Claude Code', 'Codex'] });
    expect(toolsNamed('Shell').map(({ own }) => own)).toContain('exec_command');
    expect(toolsNamed('Bash')).toEqual([]);
    expect(toolsNamed('constructor')).toEqual([]);
  });

  it('knows the programs that have a tool', () => {
    expect(programsWith('edit')).toEqual(['Gemini CLI', 'Qwen Code', 'Copilot CLI', 'opencode']);
    expect(programsWith('Shell')).toEqual([]);
    expect(programsWith('toString')).toEqual([]);
  });
});
