import { describe, expect, it } from 'vitest';
import { urgencyOf } from '../../../../src/core/agent/state.ts';
import { parseClaudeCode } from '../../../../src/programs/claudeCode/pure/hookEvents.ts';
import { parseClaudeTranscript } from '../../../../src/programs/claudeCode/pure/transcript.ts';
import { hookPayload } from '../../../../src/programs/shared/pure/hookPayload.ts';
import { after, agentOf, hook, picture, play } from '../../../support/claude.ts';

const before = [hook(1, 'SessionStart'), hook(2, 'UserPromptSubmit', { prompt: 'go' })];

describe('every row of the five mapping tables', () => {
  it.each([
    ['PreToolUse', { tool_name: 'AskUserQuestion' }, 'prompting question: AskUserQuestion (tentative)'],
    ['PreToolUse', { tool_name: 'EnterPlanMode' }, 'prompting plan_approval: EnterPlanMode (tentative)'],
    ['PreToolUse', { tool_name: 'ExitPlanMode' }, 'prompting plan_approval: ExitPlanMode (tentative)'],
    ['PreToolUse', { tool_name: 'Bash' }, 'working Bash'],
    ['PostToolUse', { tool_name: 'Bash' }, 'working Thinking'],
    ['PostToolUseFailure', { tool_name: 'Bash' }, 'working Thinking'],
    ['UserPromptSubmit', { prompt: 'hello' }, 'working'],
    ['Stop', {}, 'idle'],
    ['SubagentStart', { agent_id: 'a1', agent_type: 'Explore' }, 'working Explore'],
    ['SessionStart', { source: 'startup' }, 'idle'],
    ['SessionEnd', { reason: 'other' }, 'none'],
    ['PreCompact', { trigger: 'auto' }, 'working Compacting'],
    ['Setup', { trigger: 'init' }, 'working Setup'],
    ['Notification', { notification_type: 'permission_prompt' }, 'prompting permission: Permission'],
    ['Notification', { notification_type: 'idle_prompt' }, 'idle'],
    ['Notification', { notification_type: 'elicitation_dialog' }, 'prompting other: MCP input'],
    ['Notification', { notification_type: 'auth_success' }, 'working'],
    ['Notification', { notification_type: 'never_heard_of' }, 'working'],
    ['Notification', {}, 'working'],
  ])('%s %j → %s', (name, fields, expected) => {
    expect(after(...before, hook(3, name, fields))).toBe(expected);
  });

  it('SubagentStop → the conversation thinks, the subagent is idle', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const { state } = play([...before, hook(3, 'SubagentStart', child), hook(4, 'SubagentStop', child)]);
    expect(picture(agentOf(state))).toBe('working Thinking');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe('idle');
  });

  it('gives each state the urgency its semantics ask for', () => {
    const urgency = (name: string, fields = {}) => {
      const agent = agentOf(play([...before, hook(3, name, fields)]).state);
      return agent && urgencyOf(agent.state);
    };
    expect(urgency('Stop')).toBe('idle');
    expect(urgency('PreToolUse', { tool_name: 'Bash' })).toBe('working');
    expect(urgency('Notification', { notification_type: 'permission_prompt' })).toBe('attention');
    expect(urgency('StopFailure', { error: 'rate_limit' })).toBe('attention');
  });
});

describe('what real programs taught', () => {
  it.each([
    [
      'a permission request says what is asked',
      'PermissionRequest',
      { tool_name: 'Bash', tool_input: { command: 'ls' } },
      'prompting permission: Permission for Bash',
    ],
    [
      'a question that is asked is confirmed',
      'PermissionRequest',
      { tool_name: 'AskUserQuestion' },
      'prompting question: AskUserQuestion',
    ],
    ['a refused call goes on, and says so', 'PermissionDenied', { tool_name: 'Bash' }, 'working Bash denied'],
    ['a failed turn names its class', 'StopFailure', { error: 'rate_limit' }, 'failed rate_limited'],
    ['a batch that ended is thought about', 'PostToolBatch', {}, 'working Thinking'],
    [
      'an MCP server that asks is a prompt',
      'Elicitation',
      { message: 'name?' },
      'prompting other: MCP input',
    ],
    [
      'an automatic mode that needs a choice is a prompt',
      'Notification',
      { notification_type: 'agent_needs_input' },
      'prompting other: Input',
    ],
    [
      'work in the background is work',
      'Stop',
      { background_tasks: [{ id: 'x', status: 'running' }] },
      'working 1 background task',
    ],
    ['a task that ended is none', 'Stop', { background_tasks: [{ id: 'x', status: 'completed' }] }, 'idle'],
    ['an unknown event changes nothing', 'SomethingNew', { tool_name: 'Bash' }, 'working'],
    ['the name of an object method is no event', 'constructor', {}, 'working'],
  ])('%s: %s %j → %s', (_, name, fields, expected) => {
    expect(after(...before, hook(3, name, fields))).toBe(expected);
  });

  it.each([
    ['an automatic compaction goes on working', 'auto', 'working Thinking'],
    ['a compaction by hand leaves it idle', 'manual', 'idle'],
  ])('%s', (_, trigger, expected) => {
    const compaction = [hook(3, 'PreCompact', { trigger }), hook(4, 'SessionStart', { source: 'compact' })];
    expect(after(...before, ...compaction)).toBe(expected);
    expect(after(...before, ...compaction, hook(5, 'PostCompact', { trigger }))).toBe(expected);
  });

  it('an elicitation ends with its result', () => {
    const events = [hook(3, 'Elicitation'), hook(4, 'ElicitationResult')];
    expect(after(...before, ...events)).toBe('working Thinking');
  });
});

describe('the field tables', () => {
  const base = { session_id: 's1', hook_event_name: 'PreToolUse', tool_name: 'Bash' };
  const head = { id: 'x', at: 1 };

  it.each([
    ['no object', 'text'],
    ['null', null],
    ['no session', { hook_event_name: 'Stop' }],
    ['an empty session', { session_id: '', hook_event_name: 'Stop' }],
    ['a session that is no text', { session_id: 7, hook_event_name: 'Stop' }],
    ['no event name', { session_id: 's1' }],
    ['PreToolUse without a tool', { ...base, tool_name: undefined }],
    ['PreToolUse with an empty tool', { ...base, tool_name: '' }],
    ['PostToolUse without a tool', { ...base, hook_event_name: 'PostToolUse', tool_name: undefined }],
    ['PostToolUseFailure without a tool', { ...base, hook_event_name: 'PostToolUseFailure', tool_name: 7 }],
    ['SubagentStart without an agent', { ...base, hook_event_name: 'SubagentStart' }],
    ['SubagentStop without an agent', { ...base, hook_event_name: 'SubagentStop' }],
  ])('%s is no event', (_, payload) => {
    expect(parseClaudeCode(payload, head)).toBeUndefined();
  });

  it('takes every optional field as missing when it has the wrong type', () => {
    const wrong = { cwd: 1, permission_mode: [], tool_use_id: {}, agent_id: 5, agent_type: null, model: 3 };
    expect(parseClaudeCode({ ...base, ...wrong }, head)).toEqual({
      ...head,
      program: 'claude-code',
      session: 's1',
      evidence: 'hook',
      type: 'toolStarted',
      tool: 'Bash',
      input: undefined,
    });
  });

  const fields: Record<string, { good: unknown; wrong: unknown }> = {
    cwd: { good: '/w', wrong: 1 },
    permission_mode: { good: 'plan', wrong: [] },
    pid: { good: 12, wrong: '12' },
    tmux_pane: { good: '%3', wrong: 3 },
    tool_name: { good: 'Bash', wrong: {} },
    tool_use_id: { good: 'c1', wrong: 1 },
    prompt: { good: 'go', wrong: null },
    stop_hook_active: { good: true, wrong: 'yes' },
    agent_id: { good: 'a1', wrong: 1 },
    agent_type: { good: 'Explore', wrong: 1 },
    agent_transcript_path: { good: '/t', wrong: 1 },
    source: { good: 'startup', wrong: 1 },
    reason: { good: 'other', wrong: 1 },
    model: { good: 'm', wrong: 1 },
    trigger: { good: 'auto', wrong: 1 },
    custom_instructions: { good: 'short', wrong: null },
    notification_type: { good: 'idle_prompt', wrong: 1 },
    message: { good: 'text', wrong: 1 },
  };

  it.each(Object.entries(fields))(
    'captures %s, and takes a wrong one as missing',
    (field, { good, wrong }) => {
      const name = { session_id: 's1', hook_event_name: 'Stop' };
      expect(hookPayload.parse({ ...name, [field]: good })[field]).toEqual(good);
      expect(hookPayload.parse({ ...name, [field]: wrong })[field]).toBeUndefined();
    },
  );

  it('captures what a tool was given and gave back, whatever it is', () => {
    const both = { tool_input: { a: [1] }, tool_response: 'text' };
    expect(hookPayload.parse({ ...base, ...both })).toMatchObject(both);
  });

  it('accepts a prompt without its text', () => {
    expect(after(hook(1, 'UserPromptSubmit', { prompt: undefined }))).toBe('working');
  });

  it('ignores fields it does not know', () => {
    expect(parseClaudeCode({ ...base, future: { deep: [1] } }, head)?.type).toBe('toolStarted');
  });

  it('keeps what names and describes a row', () => {
    const { state } = play([
      hook(1, 'SessionStart', { source: 'startup', model: 'm1', transcript_path: '/t.jsonl' }),
      hook(2, 'UserPromptSubmit', { prompt: 'First', permission_mode: 'plan', pid: 12, tmux_pane: '%3' }),
      hook(3, 'Stop', { last_assistant_message: 'Done.' }),
      hook(4, 'UserPromptSubmit', { prompt: '<task-notification>x', permission_mode: 'default' }),
      hook(5, 'CwdChanged', { old_cwd: '/w', new_cwd: '/w/sub' }),
      hook(6, 'PostModelSwitch', { to_model: 'm2' }),
    ]);
    expect(agentOf(state)?.facts).toEqual({
      cwd: '/w',
      startedIn: '/w',
      model: 'm2',
      transcript: '/t.jsonl',
      firstPrompt: 'First',
      pid: 12,
      terminal: '%3',
      permissionMode: 'default',
      lastMessage: 'Done.',
    });
  });

  it('keeps of a long last message also the end, where an agent asks', () => {
    const long = `${'Much was done. '.repeat(400)}Tabs or blanks?`;
    const record = {
      type: 'assistant',
      uuid: 'u1',
      timestamp: '2026-01-01T00:00:00Z',
      message: { content: [{ type: 'text', text: long }] },
    };
    for (const event of [
      hook(1, 'Stop', { last_assistant_message: long }),
      parseClaudeTranscript(record, 's1'),
    ]) {
      const said = event?.facts?.lastMessage;
      expect(said?.length).toBeGreaterThan(2000);
      expect(said).toMatch(/^Much was done\..*left out here.*Tabs or blanks\?$/su);
    }
    const whole = `${'x'.repeat(1990)} Or?`;
    expect(hook(1, 'Stop', { last_assistant_message: whole }).facts?.lastMessage).toBe(whole);
  });

  it('shows the questions of an agent, and asks without them when they do not parse', () => {
    const ask = (tool_input: unknown) => {
      const event = hook(1, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input });
      return event.type === 'promptShown' ? event.ask : undefined;
    };
    const options = [{ label: 'Red', description: 'warm' }];
    const question = { question: 'Which?', header: 'Color', options, multiSelect: true };
    expect(ask({ questions: [question] })?.questions).toEqual([question]);
    expect(ask({ questions: 'none' })).toMatchObject({ kind: 'question', reason: 'AskUserQuestion' });
    expect(ask({ questions: 'none' })).not.toHaveProperty('questions');
  });

  it('shows the plan of an agent', () => {
    const event = hook(1, 'PermissionRequest', { tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan' } });
    expect(event).toMatchObject({ ask: { kind: 'plan_approval', plan: '# Plan' } });
  });
});

describe('the fine print of payloads', () => {
  it.each([
    ['worker_permission_prompt', 'prompting permission: Permission'],
    ['elicitation_url_dialog', 'prompting other: MCP input'],
  ])('the notice %s is a prompt: %s', (notification_type, expected) => {
    expect(after(hook(1, 'Notification', { notification_type }))).toBe(expected);
  });

  it.each(['completed', 'failed', 'killed', 'stopped', 'cancelled', 'canceled', 'done'])(
    'a task that is %s is over',
    (status) => {
      expect(after(hook(1, 'Stop', { background_tasks: [{ id: 'x', status }] }))).toBe('idle');
    },
  );

  it.each([[{ id: 'x' }], ['garbled'], [null]])('a task %j may still run', (task) => {
    expect(after(hook(1, 'Stop', { background_tasks: [task] }))).toBe('working 1 background task');
  });

  const facts = (name: string, fields: Record<string, unknown>) => hook(1, name, fields).facts;

  it('the new folder counts', () => {
    expect(facts('CwdChanged', { new_cwd: '/w/sub' })?.cwd).toBe('/w/sub');
  });

  it('a subagent has its own transcript', () => {
    const fields = { agent_id: 'a1', transcript_path: '/main', agent_transcript_path: '/child' };
    expect(facts('SubagentStop', fields)?.transcript).toBe('/child');
    expect(
      facts('PreToolUse', { tool_name: 'Grep', agent_id: 'a1', transcript_path: '/main' }),
    ).not.toHaveProperty('transcript');
  });

  it('only the events that are about them tell the model and the first prompt', () => {
    expect(facts('PreToolUse', { tool_name: 'Bash', model: 'x', prompt: 'y' })).toEqual({ cwd: '/w' });
  });

  it('a failure is told in the words of the program', () => {
    const event = hook(1, 'StopFailure', { error: 'unknown', last_assistant_message: 'Too many requests' });
    expect(event).toMatchObject({ error: { class: 'rate_limited', message: 'Too many requests' } });
  });

  it('options that are none leave the question', () => {
    const tool_input = { questions: [{ question: 'Which?', options: 'none' }] };
    const event = hook(1, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input });
    expect(event).toMatchObject({ ask: { questions: [{ question: 'Which?', options: [] }] } });
  });
});

describe('the rules an agent proposes', () => {
  const suggested = (...permission_suggestions: unknown[]) => {
    const event = hook(1, 'PermissionRequest', { tool_name: 'Bash', tool_input: {}, permission_suggestions });
    return event?.type === 'promptShown' ? event.ask.suggests : undefined;
  };
  const npm = { toolName: 'Bash', ruleContent: 'npm run:*' };

  it.each([
    [
      { type: 'addRules', rules: [npm], behavior: 'allow', destination: 'localSettings' },
      'Always allow in this project: npm run *',
    ],
    [
      {
        type: 'addRules',
        rules: [{ toolName: 'Read', ruleContent: '/x' }, { toolName: 'Glob' }],
        behavior: 'deny',
      },
      'Always deny: Read(/x), every use of Glob',
    ],
    [
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      'Auto-accept all edits in this session',
    ],
    [{ type: 'setMode', mode: 'plan' }, 'Switch to the mode plan'],
    [
      { type: 'addDirectories', directories: ['../lib'], destination: 'session' },
      'Allow access in this session to ../lib',
    ],
    [{ type: 'new' }, 'Change permissions: {"type":"new"}'],
    [null, 'Change permissions: null'],
  ])('are told by what they do: %j', (rule, effect) => {
    expect(suggested(rule)).toEqual([effect]);
  });

  it('are not told where there are none', () => {
    expect(suggested()).toBeUndefined();
  });
});
