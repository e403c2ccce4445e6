import { describe, expect, it } from 'vitest';
import { decisionsOf } from '../../../../src/core/decision/decision.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { after, agentOf, hook, nextId, picture, play } from '../../../support/claude.ts';

const bash = (at: number, name: string, id = 'c1', command = 'ls') =>
  hook(at, name, { tool_name: 'Bash', tool_input: { command }, tool_use_id: id });
const request = (at: number, command = 'ls') =>
  hook(at, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command } });
const notice = (at: number, notification_type: string) => hook(at, 'Notification', { notification_type });
const seen = (at: number, type: 'busyRead' | 'idleRead'): Event => ({
  id: nextId(),
  at,
  program: 'claude-code',
  session: 's1',
  evidence: 'sessionFile',
  type,
});

const asks = [hook(1, 'UserPromptSubmit', { prompt: 'go' }), bash(2, 'PreToolUse'), request(3)];
const prompting = 'prompting permission: Permission for Bash';

describe('a prompt ends', () => {
  it.each<[string, Event, string]>([
    ['when its tool finished', bash(4, 'PostToolUse'), 'working Thinking'],
    ['when its tool failed', bash(4, 'PostToolUseFailure'), 'working Thinking'],
    ['when the batch ended, as after a No with a reason', hook(4, 'PostToolBatch'), 'working Thinking'],
    ['when the turn ended', hook(4, 'Stop'), 'idle'],
    ['when the conversation began anew', hook(4, 'SessionStart', { source: 'resume' }), 'idle'],
    ['when its call was refused', bash(4, 'PermissionDenied'), 'working Bash denied'],
    ['when the turn failed', hook(4, 'StopFailure', { error: 'server_error' }), 'failed overloaded'],
    ['when the person wrote something else', hook(4, 'UserPromptSubmit', { prompt: 'no' }), 'working'],
    ['when the session file says idle after it', seen(4, 'idleRead'), 'idle'],
    ['when the session file says busy after it', seen(4, 'busyRead'), 'working Bash'],
    [
      'when an interrupt is recorded',
      { ...seen(4, 'idleRead'), evidence: 'transcript', type: 'turnInterrupted' },
      'idle',
    ],
    [
      'when the process ended',
      { ...seen(4, 'idleRead'), evidence: 'process', type: 'processEnded', code: 9 },
      'exited 9',
    ],
  ])('%s', (_, event, expected) => {
    expect(after(...asks)).toBe(prompting);
    expect(after(...asks, event)).toBe(expected);
  });

  it.each<[string, Event]>([
    ['an idle notice', notice(4, 'idle_prompt')],
    ['a quiet transcript', { ...seen(4, 'idleRead'), evidence: 'transcript', type: 'quietNoticed' }],
    ['a busy transcript', { ...seen(4, 'idleRead'), evidence: 'transcript', type: 'workNoticed' }],
    ['the start of another tool', bash(4, 'PreToolUse', 'c2', 'pwd')],
    ['a session file of the same moment', seen(3, 'busyRead')],
    ['an event that is older than it', hook(2, 'Stop')],
    ['a turn end of a subagent', hook(4, 'Stop', { agent_id: 'a1' })],
    ['a subagent that finished', hook(4, 'SubagentStop', { agent_id: 'a1' })],
  ])('but not by %s', (_, event) => {
    const child = hook(2, 'SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
    expect(after(...asks, child, event)).toBe(prompting);
  });

  it('but not by the end of another call of the same turn', () => {
    expect(after(bash(2, 'PreToolUse', 'c2', 'pwd'), ...asks, bash(4, 'PostToolUse', 'c2', 'pwd'))).toBe(
      prompting,
    );
  });

  it('of a subagent when the subagent finished', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const events = [
      hook(1, 'PermissionRequest', { ...child, tool_name: 'Bash' }),
      hook(2, 'SubagentStop', child),
    ];
    expect(picture(agentOf(play(events).state, 's1', 'a1'))).toBe('idle');
  });

  it('and by the end of a call that nobody heard begin', () => {
    expect(after(...asks, bash(4, 'PostToolUse', 'c9', 'pwd'))).toBe('working Thinking');
  });

  it('an idle notice that came in between does not surface when the prompt is withdrawn', () => {
    const { state } = play([...asks, notice(4, 'idle_prompt')]);
    const [decision] = decisionsOf(agentOf(state) as never);
    const withdrawn: Event = {
      ...seen(5, 'idleRead'),
      evidence: 'hook',
      type: 'decisionSettled',
      decision: decision?.id ?? '',
      outcome: 'withdrawn',
    };
    expect(picture(agentOf(play([withdrawn], state).state))).toBe('working Bash');
  });
});

describe('what only the start of a tool says is tentative', () => {
  const start = hook(10, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'q1' });
  const tentative = 'prompting question: AskUserQuestion (tentative)';

  it('it is shown at once, and nobody is called', () => {
    const { effects } = play([start]);
    expect(effects.map(({ type }) => type)).toEqual(['showState', 'confirmLater']);
    expect(effects).toContainEqual({
      type: 'confirmLater',
      agent: 'claude-code:s1',
      prompt: start.id,
      dueAt: 1010,
    });
  });

  it.each<[string, Event]>([
    ['a permission request', hook(11, 'PermissionRequest', { tool_name: 'AskUserQuestion' })],
    [
      'the session file',
      { ...seen(11, 'idleRead'), type: 'waitingRead', ask: { kind: 'question', reason: 'Question' } },
    ],
    ['a notice', notice(11, 'permission_prompt')],
    [
      'a second that passed',
      { ...seen(1010, 'idleRead'), evidence: 'hook', type: 'promptStood', prompt: start.id },
    ],
  ])('%s confirms it, and a decision opens', (_, event) => {
    expect(after(start)).toBe(tentative);
    const { state, effects } = play([start, event]);
    expect(picture(agentOf(state))).toBe('prompting question: AskUserQuestion');
    expect(effects.filter(({ type }) => type === 'openDecision')).toHaveLength(1);
    expect(effects.filter(({ type }) => type === 'showState')).toHaveLength(1);
  });

  it('a plan mode that is entered by itself calls nobody', () => {
    const enter = (at: number, name: string) =>
      hook(at, name, { tool_name: 'EnterPlanMode', tool_use_id: 'p1' });
    const began = enter(10, 'PreToolUse');
    const stood: Event = {
      ...seen(1010, 'idleRead'),
      evidence: 'hook',
      type: 'promptStood',
      prompt: began.id,
    };
    const { state, effects } = play([began, enter(12, 'PostToolUse'), stood]);
    expect(picture(agentOf(state))).toBe('working Thinking');
    expect(effects.filter(({ type }) => type === 'openDecision')).toEqual([]);
  });

  it('it adds nothing when the request was faster', () => {
    const { state } = play([hook(10, 'PermissionRequest', { tool_name: 'AskUserQuestion' }), start]);
    expect(agentOf(state)?.prompts).toHaveLength(1);
  });
});

describe('specific before general', () => {
  const question = hook(3, 'PermissionRequest', { tool_name: 'AskUserQuestion' });
  const plan = hook(3, 'PermissionRequest', { tool_name: 'ExitPlanMode' });

  it('a permission notice of the same moment never replaces a question or a plan', () => {
    expect(after(question, notice(9, 'permission_prompt'))).toBe('prompting question: AskUserQuestion');
    expect(after(plan, notice(9, 'permission_prompt'))).toBe('prompting plan_approval: ExitPlanMode');
  });

  it('a permission request beside a question gets its own decision and waits behind it', () => {
    const { state, effects } = play([question, request(4)]);
    expect(picture(agentOf(state))).toBe('prompting question: AskUserQuestion');
    expect(effects.filter(({ type }) => type === 'openDecision')).toHaveLength(2);
    expect(decisionsOf(agentOf(state) as never).map(({ prompt }) => prompt.kind)).toEqual([
      'question',
      'permission',
    ]);
  });

  it('a notice about a prompt of a subagent adds nothing to its conversation', () => {
    const child = hook(3, 'PermissionRequest', { tool_name: 'Bash', agent_id: 'a1', agent_type: 'Explore' });
    const { state } = play([hook(1, 'UserPromptSubmit'), child, notice(9, 'permission_prompt')]);
    expect(picture(agentOf(state))).toBe('working');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe(prompting);
  });
});

describe('events that arrive late', () => {
  it('a request that arrives after a newer event is not lost', () => {
    expect(after(bash(2, 'PreToolUse'), bash(5, 'PreToolUse', 'c2', 'pwd'), request(3))).toBe(prompting);
  });

  it('a request that arrives after a newer session file is not lost', () => {
    expect(after(bash(2, 'PreToolUse'), seen(4, 'busyRead'), request(3))).toBe(prompting);
  });

  it('a tentative prompt that arrives after a newer event is over', () => {
    const late = hook(3, 'PreToolUse', { tool_name: 'AskUserQuestion' });
    expect(after(bash(5, 'PreToolUse'), late)).toBe('working Bash');
  });

  it('a request that arrives after its own answer is over', () => {
    expect(after(bash(2, 'PreToolUse'), bash(5, 'PostToolUse'), request(3))).toBe('working Thinking');
    expect(after(bash(2, 'PreToolUse'), hook(5, 'Stop'), request(3))).toBe('idle');
  });

  it('a request of another call of the same turn stands', () => {
    const events = [
      bash(2, 'PreToolUse'),
      bash(2, 'PreToolUse', 'c2', 'pwd'),
      bash(5, 'PostToolUse', 'c2', 'pwd'),
    ];
    expect(after(...events, request(3))).toBe(prompting);
  });
});

describe('a decision', () => {
  const settle = (outcome: Extract<Event, { type: 'decisionSettled' }>['outcome']): Event => ({
    ...seen(6, 'idleRead'),
    evidence: 'hook',
    type: 'decisionSettled',
    decision: asks[2]?.id ?? '',
    outcome,
  });

  it.each([
    ['approved', 'working Bash'],
    ['denied', 'working Thinking'],
    ['answered', 'working Thinking'],
    ['withdrawn', 'working Bash'],
  ] as const)('that is %s ends the prompt: %s', (outcome, expected) => {
    const { state, effects } = play([...asks, settle(outcome)]);
    expect(picture(agentOf(state))).toBe(expected);
    expect(effects).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome }));
  });

  it('that is escalated leaves the prompt to the terminal, and pins the row', () => {
    const { state, effects } = play([...asks, settle('escalated')]);
    expect(picture(agentOf(state))).toBe(prompting);
    expect(agentOf(state)?.escalated).toBe(true);
    expect(decisionsOf(agentOf(state) as never)).toEqual([]);
    expect(effects).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome: 'escalated' }));
    expect(agentOf(play([bash(7, 'PostToolUse')], state).state)?.escalated).toBe(false);
  });

  it('that was settled already changes nothing', () => {
    const { state } = play([...asks, bash(5, 'PostToolUse')]);
    const late = play([settle('approved')], state);
    expect(picture(agentOf(late.state))).toBe('working Thinking');
    expect(late.effects).toEqual([]);
  });

  it('is withdrawn when its conversation ends', () => {
    const { effects } = play([...asks, hook(8, 'SessionEnd')]);
    expect(effects.map(({ type }) => type)).toContain('removeAgent');
    expect(effects).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome: 'withdrawn' }));
  });
});
