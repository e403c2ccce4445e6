import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../../../src/core/hookrun/hookEvent.ts';
import { scriptInput, withInput } from '../../../../src/core/hookrun/hookEvent.ts';

const stop: HookEvent = {
  trigger: 'before_stop',
  timestamp: '2024-01-15T10:30:00Z',
  sessionId: 's',
  workDir: '/w',
  fields: { stop_reason: 'no_tool_calls', final_message: null },
};
const tool: HookEvent = {
  ...stop,
  trigger: 'before_tool',
  tool: { name: 'Bash', input: { command: 'ls' }, useId: 't' },
  fields: { context: { program: 'p' } },
};

describe('scriptInput', () => {
  it('has the fields of every moment and those of this one, with a context that may be empty', () => {
    expect(scriptInput(stop, 'pre-agent-turn-stop')).toEqual({
      event_type: 'pre-agent-turn-stop',
      timestamp: '2024-01-15T10:30:00Z',
      session_id: 's',
      work_dir: '/w',
      stop_reason: 'no_tool_calls',
      final_message: null,
      context: {},
    });
  });

  it('leaves the folder out where it is not known', () => {
    expect(scriptInput({ ...stop, workDir: '' }, 'before_stop')).not.toHaveProperty('work_dir');
  });

  it('has the tool, and the number of its call where there is one', () => {
    expect(scriptInput(tool, 'before_tool')).toEqual({
      event_type: 'before_tool',
      timestamp: '2024-01-15T10:30:00Z',
      session_id: 's',
      work_dir: '/w',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool: 'Shell',
      command: 'ls',
      tool_use_id: 't',
      context: { program: 'p' },
    });
    const unnumbered = { ...tool, tool: { name: 'Bash', input: {} } };
    expect(scriptInput(unnumbered, 'before_tool')).not.toHaveProperty('tool_use_id');
  });
});

describe('withInput', () => {
  it('changes the input of the tool and nothing else', () => {
    expect(withInput(tool, { command: 'pwd' })).toEqual({
      ...tool,
      tool: { name: 'Bash', input: { command: 'pwd' }, useId: 't' },
    });
  });

  it('changes nothing where there is no tool', () => {
    expect(withInput(stop, { command: 'pwd' })).toBe(stop);
  });
});
