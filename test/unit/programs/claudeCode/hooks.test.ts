import { describe, expect, it } from 'vitest';
import type { TriggerId } from '../../../../src/core/hookfile/triggers.ts';
import { triggers } from '../../../../src/core/hookfile/triggers.ts';
import { eventsOfTrigger } from '../../../../src/core/hookrun/programHooks.ts';
import type { HookVerdict } from '../../../../src/core/hookrun/verdict.ts';
import { hooks } from '../../../../src/programs/claudeCode/pure/hooks.ts';

const claudeEventsOf = (id: TriggerId) => eventsOfTrigger(hooks, id);
const at = '2024-01-15T10:30:00Z';
const base = { session_id: 's', cwd: '/w', transcript_path: '/t' };
const context = { program: 'claude-code', transcript_path: '/t' };

describe('the triggers of Claude Code', () => {
  it('has a place for every trigger', () => {
    for (const { id } of triggers) {
      expect(claudeEventsOf(id), id).toHaveLength(1);
    }
  });

  it('runs the gate of a turn before what comes behind the turn', () => {
    expect(hooks.triggers.Stop).toEqual(['before_stop', 'after_agent', 'post-agent-turn-stop']);
    expect(claudeEventsOf('after_agent')).toEqual(['Stop']);
  });

  it.each(triggers)('keeps what the hover of $id promises of a no', ({ id, blocking }) => {
    const heeded = claudeEventsOf(id).some(
      (event) => hooks.honours(event) && hooks.triggers[event]?.indexOf(id) === 0,
    );
    const promisesNothing = /only shows the reason|reason is only shown/u.test(blocking);
    expect(promisesNothing).toBe(!heeded);
  });
});

describe('an event of Claude Code in the words of the format', () => {
  it.each([
    ['session_start', { model: 'm', source: 'startup' }, { model: 'm' }, { source: 'startup' }],
    ['session_start', {}, {}, {}],
    ['session_end', { reason: 'exit' }, { exit_reason: 'exit' }, {}],
    ['before_agent', { prompt: 'Hi' }, { user_input: 'Hi' }, {}],
    [
      'before_stop',
      { last_assistant_message: 'Done.', stop_hook_active: true },
      { stop_reason: 'no_tool_calls', final_message: { role: 'assistant', content: 'Done.' } },
      { stop_hook_active: true },
    ],
    ['before_stop', {}, { stop_reason: 'no_tool_calls', final_message: null }, {}],
    [
      'after_agent',
      { last_assistant_message: 'Done.' },
      { final_message: { role: 'assistant', content: 'Done.' } },
      {},
    ],
    ['post-agent-turn-stop', {}, {}, {}],
    [
      'subagent_start',
      { agent_id: 'a1', agent_type: 'coder' },
      { subagent_name: 'a1', subagent_type: 'coder' },
      { agent_id: 'a1', agent_type: 'coder' },
    ],
    [
      'subagent_stop',
      { agent_id: 'a1', agent_type: 'coder', last_assistant_message: 'Done.' },
      {
        subagent_name: 'a1',
        subagent_type: 'coder',
        final_message: { role: 'assistant', content: 'Done.' },
      },
      { agent_id: 'a1', agent_type: 'coder' },
    ],
    [
      'pre_compact',
      { trigger: 'auto', custom_instructions: '' },
      {},
      { trigger: 'auto', custom_instructions: '' },
    ],
    ['post-context-compact', { trigger: 'manual' }, {}, { trigger: 'manual' }],
  ] as const)('has the fields of %s from %j', (trigger, payload, fields, more) => {
    expect(hooks.toEvent({ ...base, ...payload }, trigger, at)).toStrictEqual({
      trigger,
      timestamp: at,
      sessionId: 's',
      workDir: '/w',
      fields: { ...fields, context: { ...context, ...more } },
    });
  });

  it.each([
    ['before_tool', {}, {}],
    ['after_tool', { tool_response: { stdout: 'x' } }, { tool_output: { stdout: 'x' } }],
    ['after_tool_failure', { error: 'Exit 1' }, { error: 'Exit 1' }],
  ] as const)('has the tool of %s', (trigger, payload, fields) => {
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' };
    expect(hooks.toEvent({ ...base, ...tool, ...payload }, trigger, at)).toEqual({
      trigger,
      timestamp: at,
      sessionId: 's',
      workDir: '/w',
      tool: { name: 'Bash', input: { command: 'ls' }, useId: 't' },
      fields: { ...fields, context },
    });
  });

  it('has an empty input for a tool that is given none', () => {
    expect(hooks.toEvent({ ...base, tool_name: 'X', tool_use_id: 5 }, 'before_tool', at).tool).toEqual({
      name: 'X',
      input: {},
    });
  });

  it.each([
    [{}, { sessionId: 'none', workDir: '' }],
    [{ session_id: 's' }, { sessionId: 's', workDir: '' }],
    [{ cwd: '/w' }, { sessionId: 'none', workDir: '/w' }],
    [
      { session_id: 5, cwd: null },
      { sessionId: 'none', workDir: '' },
    ],
    [
      { session_id: '', cwd: '' },
      { sessionId: 'none', workDir: '' },
    ],
  ])('is there for %j too, so that a guard holds', (payload, expected) => {
    expect(hooks.toEvent(payload, 'before_tool', at)).toMatchObject(expected);
  });
});

const reply = (event: string, verdict: HookVerdict): unknown => {
  const text = hooks.reply(event, verdict);
  return text === '' ? '' : JSON.parse(text);
};

describe('what Claude Code reads of hooks', () => {
  it.each(Object.keys(hooks.triggers))('has nothing to say at %s where nobody objects', (event) => {
    expect(hooks.reply(event, { decision: 'none' })).toBe('');
  });

  it.each(['allow', 'ask', 'deny'] as const)('says %s to a tool, with the reason', (decision) => {
    expect(reply('PreToolUse', { decision, reason: 'Why.' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: decision,
        permissionDecisionReason: 'Why.',
      },
    });
    expect(reply('PreToolUse', { decision })).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision },
    });
  });

  it('hands over another input, without allowing it', () => {
    expect(reply('PreToolUse', { decision: 'none', modifiedInput: { command: 'ls' } })).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls' } },
    });
  });

  it('has no other input for what is denied, or for what is no tool to come', () => {
    const modifiedInput = { command: 'ls' };
    expect(hooks.reply('PreToolUse', { decision: 'deny', modifiedInput })).not.toContain('updatedInput');
    expect(hooks.reply('PostToolUse', { decision: 'none', modifiedInput })).toBe('');
  });

  it.each(['UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop', 'PreCompact'])('blocks %s', (event) => {
    expect(hooks.honours(event)).toBe(true);
    expect(reply(event, { decision: 'deny', reason: 'Why.' })).toEqual({ decision: 'block', reason: 'Why.' });
    expect(reply(event, { decision: 'deny' })).toEqual({ decision: 'block', reason: '' });
    expect(hooks.reply(event, { decision: 'allow', reason: 'Fine.' })).toBe('');
  });

  it.each(['SessionStart', 'SessionEnd', 'SubagentStart', 'PostToolUseFailure', 'PostCompact'])(
    'says no word of a block at %s, which nothing can block',
    (event) => {
      expect(hooks.honours(event)).toBe(false);
      expect(hooks.reply(event, { decision: 'deny', reason: 'Why.' })).toBe('');
    },
  );

  it.each([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SubagentStart',
  ])('hands over a text at %s, and decides nothing by it', (event) => {
    expect(reply(event, { decision: 'none', additionalContext: 'Mind.' })).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: 'Mind.' },
    });
  });

  it.each(['SessionEnd', 'Stop', 'SubagentStop', 'PreCompact', 'PostCompact'])(
    'hands over no text at %s, which takes none',
    (event) => {
      expect(hooks.reply(event, { decision: 'none', additionalContext: 'Mind.' })).toBe('');
    },
  );

  it.each(['PreToolUse', 'Stop', 'PostToolUse'])(
    'shortens what a script wrote without end, at %s',
    (event) => {
      const reply = hooks.reply(event, {
        decision: 'deny',
        reason: 'r'.repeat(1_000_000),
        additionalContext: 'c'.repeat(1_000_000),
      });
      expect(reply).toContain(`${'r'.repeat(10_000)}…`);
      expect(reply.length).toBeLessThan(20_300);
    },
  );

  it('blocks and hands over a text at once', () => {
    expect(reply('PostToolUse', { decision: 'deny', reason: 'No.', additionalContext: 'Mind.' })).toEqual({
      decision: 'block',
      reason: 'No.',
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Mind.' },
    });
  });
});
