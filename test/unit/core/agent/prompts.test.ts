import { describe, expect, it } from 'vitest';
import { isEscalated } from '../../../../src/core/agent/agent.ts';
import { promptEnds } from '../../../../src/core/agent/prompts.ts';
import { decisionsOf } from '../../../../src/core/decision/decision.ts';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { DecisionOutcome, Event } from '../../../../src/core/event/event.ts';
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

const settled = (at: number, decision: string, outcome: DecisionOutcome): Event => ({
  ...seen(at, 'idleRead'),
  evidence: 'hook',
  type: 'decisionSettled',
  decision,
  outcome,
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
    const [decision] = decisionsOf(agentOf(state));
    const withdrawn = settled(5, decision?.id ?? '', 'withdrawn');
    expect(picture(agentOf(play([withdrawn], state).state))).toBe('working Bash');
  });
});

describe('what only the start of a tool says is tentative', () => {
  const start = hook(10, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'q1' });
  const tentative = 'prompting question: AskUserQuestion (tentative)';

  it('it is shown at once, and nobody is called', () => {
    const { effects, shown } = play([start]);
    expect(shown).toEqual(['claude-code:s1']);
    expect(effects.map(({ type }) => type)).toEqual(['confirmLater']);
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
    const { state, opened, shown } = play([start, event]);
    expect(picture(agentOf(state))).toBe('prompting question: AskUserQuestion');
    expect(opened).toHaveLength(1);
    expect(shown).toHaveLength(1);
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
    const { state, opened } = play([began, enter(12, 'PostToolUse'), stood]);
    expect(picture(agentOf(state))).toBe('working Thinking');
    expect(opened).toEqual([]);
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
    const { state, opened } = play([question, request(4)]);
    expect(picture(agentOf(state))).toBe('prompting question: AskUserQuestion');
    expect(opened).toHaveLength(2);
    expect(decisionsOf(agentOf(state)).map(({ prompt }) => prompt.kind)).toEqual(['question', 'permission']);
  });

  it('a session file adds nothing where anybody asks already, whatever it calls it', () => {
    const waiting: Event = {
      ...seen(9, 'idleRead'),
      type: 'waitingRead',
      ask: { kind: 'question', reason: 'Question' },
    };
    expect(agentOf(play([plan, waiting]).state)?.prompts).toHaveLength(1);
    expect(agentOf(play([request(3), waiting]).state)?.prompts).toHaveLength(1);
  });

  it('a notice about a prompt of a subagent adds nothing to its conversation', () => {
    const child = hook(3, 'PermissionRequest', { tool_name: 'Bash', agent_id: 'a1', agent_type: 'Explore' });
    const { state } = play([hook(1, 'UserPromptSubmit'), child, notice(9, 'permission_prompt')]);
    expect(picture(agentOf(state))).toBe('working');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe(prompting);
  });
});

describe('one prompt, told of more than once', () => {
  const file = (at: number, kind: 'question' | 'permission'): Event => ({
    ...seen(at, 'idleRead'),
    type: 'waitingRead',
    ask: { kind, reason: kind },
  });
  const stood = (prompt: string): Event => ({
    ...seen(1100, 'idleRead'),
    evidence: 'hook',
    type: 'promptStood',
    prompt,
  });
  const question = hook(100, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'q1' });
  const asked = (at: number) => hook(at, 'PermissionRequest', { tool_name: 'AskUserQuestion' });
  const child = { agent_id: 'a1', agent_type: 'Explore' };

  it.each<[string, Event[], string]>([
    [
      'a tool, the session file, the request',
      [question, file(200, 'question'), asked(205)],
      'prompting question: AskUserQuestion',
    ],
    [
      'a tool, a second, the request',
      [question, stood(question.id), asked(1300)],
      'prompting question: AskUserQuestion',
    ],
    [
      'the session file, the request',
      [bash(100, 'PreToolUse'), file(200, 'permission'), request(205)],
      prompting,
    ],
    [
      'the session file, a tool, the request',
      [file(99, 'question'), question, asked(205)],
      'prompting question: AskUserQuestion',
    ],
    ['a notice, then the late request', [notice(6200, 'permission_prompt'), request(200)], prompting],
    [
      'the session file, then a plan',
      [file(99, 'question'), hook(100, 'PermissionRequest', { tool_name: 'ExitPlanMode' })],
      'prompting plan_approval: ExitPlanMode',
    ],
  ])('%s: one decision', (_, events, expected) => {
    const { state, effects, opened } = play(events);
    expect(picture(agentOf(state))).toBe(expected);
    expect(agentOf(state)?.prompts).toHaveLength(1);
    expect(opened).toHaveLength(1);
    expect(effects.filter(({ type }) => type === 'closeDecision')).toEqual([]);
  });

  it('the session file of a conversation, then the request of its subagent', () => {
    const asks = hook(100, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const { state, effects, opened, revised } = play([
      hook(1, 'UserPromptSubmit'),
      file(99, 'permission'),
      asks,
    ]);
    expect(picture(agentOf(state))).toBe('working');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe(prompting);
    expect(opened).toMatchObject([{ agent: 'claude-code:s1/a1', prompt: { requestId: asks.id } }]);
    expect(revised).toEqual([]);
    expect(effects.filter(({ type }) => type === 'closeDecision')).toEqual([]);
  });

  it('the session file, a decision that opened on it, then the request of the subagent', () => {
    const asks = hook(1200, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const waits = file(900, 'permission');
    const { state, effects, opened, revised } = play([
      hook(1, 'UserPromptSubmit'),
      waits,
      stood(waits.id),
      asks,
    ]);
    expect(picture(agentOf(state))).toBe('working');
    expect([opened.length, revised.length]).toEqual([1, 1]);
    expect(effects.filter(({ type }) => type === 'closeDecision')).toEqual([]);
  });

  it('the session file alone calls a person only when no request follows it within a second', () => {
    const waits = file(99, 'permission');
    const early = play([hook(1, 'UserPromptSubmit'), waits]);
    expect(early.effects).toContainEqual(expect.objectContaining({ type: 'confirmLater', dueAt: 1099 }));
    expect(early.opened).toEqual([]);
    const late = play([stood(waits.id)], early.state);
    expect(late.opened).toHaveLength(1);
  });

  it('it stands since the first telling, and keeps what that told', () => {
    const { state } = play([question, stood(question.id), asked(1300)]);
    expect(agentOf(state)?.prompts).toMatchObject([{ at: 100, callId: 'q1', confirmedAt: 1100 }]);
    expect(decisionsOf(agentOf(state))[0]?.openedAt).toBe(1100);
  });

  it('a permission is not what the notice of a question was about', () => {
    const told = eventOf(
      { type: 'agent:prompt', agent_id: 'claude-code:s1', prompt_type: 'question' },
      { id: 'q', at: 1 },
    );
    const { state } = play([told, request(2)]);
    expect(picture(agentOf(state))).toBe('prompting question: Question');
    expect(agentOf(state)?.prompts).toHaveLength(2);
  });

  it('a request long after a notice is another prompt, also one of a subagent', () => {
    const told = [hook(1, 'UserPromptSubmit'), notice(6010, 'permission_prompt')];
    const { state, opened } = play([
      ...told,
      hook(60_100, 'PermissionRequest', { ...child, tool_name: 'Bash' }),
    ]);
    expect(picture(agentOf(state))).toBe('prompting permission: Permission');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe(prompting);
    expect(opened).toHaveLength(2);
  });

  it('a permission is never what an MCP dialog was about', () => {
    const { state } = play([notice(10, 'elicitation_dialog'), request(11)]);
    expect(agentOf(state)?.prompts.map(({ kind }) => kind)).toEqual(['other', 'permission']);
    const other = play([request(11), notice(6010, 'elicitation_dialog')]).state;
    expect(agentOf(other)?.prompts).toHaveLength(2);
  });

  it('a request names its own tool before an older notice', () => {
    const start = hook(20_000, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'q9' });
    const events = [
      notice(6010, 'permission_prompt'),
      start,
      asked(20_100),
      { ...stood(start.id), at: 21_000 },
    ];
    const { state, opened } = play(events);
    expect(agentOf(state)?.prompts.map(({ kind }) => kind)).toEqual(['permission', 'question']);
    expect(opened).toHaveLength(2);
  });

  it('a session file, its tool and its request, in any order, are one', () => {
    const plan = (at: number, name: string) =>
      hook(at, name, { tool_name: 'ExitPlanMode', tool_use_id: name === 'PreToolUse' ? 'p1' : undefined });
    const { state, opened } = play([
      file(12, 'question'),
      plan(10, 'PreToolUse'),
      plan(11, 'PermissionRequest'),
    ]);
    expect(agentOf(state)?.prompts).toMatchObject([{ kind: 'plan_approval', callId: 'p1', at: 10 }]);
    expect(opened).toHaveLength(1);
  });

  it("a notice about somebody else is heard though a subagent's prompt was escalated", () => {
    const asks = hook(100, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const escalated = settled(200, asks.id, 'escalated');
    const events = [hook(1, 'UserPromptSubmit'), asks, escalated];
    expect(after(...events, notice(6100, 'permission_prompt'))).toBe('working');
    expect(after(...events, notice(9000, 'permission_prompt'))).toBe('prompting permission: Permission');
  });

  it('a file that says waiting is heard again when what hid it is over', () => {
    const asks = hook(100, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const waiting = file(3000, 'permission');
    const done = hook(10_000, 'PostToolUse', { ...child, tool_name: 'Bash' });
    expect(after(hook(1, 'UserPromptSubmit'), asks, waiting, done, waiting)).toBe(
      'prompting permission: permission (tentative)',
    );
  });

  it('what is handed to a subagent leaves the row with what it still asks', () => {
    const events = [
      hook(5, 'Elicitation'),
      notice(6000, 'permission_prompt'),
      hook(5990, 'PermissionRequest', { ...child, tool_name: 'Bash' }),
    ];
    expect(after(...events)).toBe('prompting other: MCP input');
  });

  it("a background subagent's prompt that was given up is notified later, and is still the same", () => {
    const asks = hook(1000, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const escalated = settled(21_000, asks.id, 'escalated');
    const stop = hook(2000, 'Stop', { background_tasks: [{ id: 'a1', status: 'running' }] });
    const { opened } = play([
      hook(1, 'UserPromptSubmit'),
      asks,
      stop,
      escalated,
      notice(27_050, 'permission_prompt'),
    ]);
    expect(opened).toHaveLength(1);
  });

  it('an escalated prompt of a subagent ends when the file says idle', () => {
    const asks = hook(1000, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const escalated = settled(3000, asks.id, 'escalated');
    const events = [hook(1, 'UserPromptSubmit'), asks, escalated];
    expect(picture(agentOf(play([...events, seen(9000, 'idleRead')]).state, 's1', 'a1'))).toBe(
      'working Bash',
    );
    expect(picture(agentOf(play([...events, seen(2000, 'idleRead')]).state, 's1', 'a1'))).toBe(prompting);
    const stop = hook(21_000, 'Stop', { background_tasks: [{ id: 'shell', status: 'running' }] });
    expect(picture(agentOf(play([...events, stop]).state, 's1', 'a1'))).toBe('idle');
  });

  it('a question the transcript told of first is the one its request names, however slow', () => {
    const transcript = (callId: string): Event => ({
      ...seen(10_000, 'idleRead'),
      evidence: 'transcript',
      type: 'promptShown',
      ask: { kind: 'question', reason: 'AskUserQuestion', tool: 'AskUserQuestion' },
      generic: true,
      callId,
    });
    const start = hook(10_100, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'c1' });
    const { opened } = play([transcript('c1'), start, asked(12_200)]);
    expect(opened).toHaveLength(1);
  });

  it('an answer finds the prompt wherever it went', () => {
    const told = notice(10, 'permission_prompt');
    const { state } = play([told, hook(11, 'PermissionRequest', { ...child, tool_name: 'Bash' })]);
    const approved = settled(12, told.id, 'approved');
    expect(picture(agentOf(play([approved], state).state, 's1', 'a1'))).toBe('working Bash');
  });

  it('an approval of what a person edited is told until the tool ends', () => {
    const asks = request(1);
    const approved = { ...settled(2, asks.id, 'approved'), edited: true } as Event;
    expect(after(asks, approved)).toBe('working Bash edited');
    expect(after(asks, approved, bash(3, 'PostToolUse'))).toBe('working Thinking');
  });

  it('a request that goes after it was escalated leaves the prompt at the terminal', () => {
    const asks = request(1);
    const settle = (at: number, outcome: DecisionOutcome) => settled(at, asks.id, outcome);
    expect(after(asks, settle(2, 'escalated'), settle(3, 'withdrawn'))).toBe(prompting);
  });

  it('a decision can be settled by the id of its request too', () => {
    const asks = request(205);
    const { state } = play([bash(100, 'PreToolUse'), file(200, 'permission'), asks]);
    const denied = settled(300, asks.id, 'denied');
    expect(play([denied], state).effects).toContainEqual(
      expect.objectContaining({ type: 'closeDecision', outcome: 'denied' }),
    );
  });

  it('a request that is posted again is the same, however much happened since', () => {
    const asks = request(3);
    const busy = Array.from({ length: 80 }, (_, index) =>
      hook(10 + index, 'PreToolUse', { ...child, tool_name: 'Grep' }),
    );
    const { state } = play([asks, ...busy, asks]);
    expect(agentOf(state)?.prompts).toHaveLength(1);
  });

  it('an escalated notice stays escalated when its request comes', () => {
    const told = notice(10, 'permission_prompt');
    const escalated = settled(11, told.id, 'escalated');
    const { state } = play([told, escalated, request(12)]);
    expect(isEscalated(agentOf(state) as never)).toBe(true);
    expect(decisionsOf(agentOf(state))).toEqual([]);
  });
});

describe('several prompts at once', () => {
  const told = (at: number, prompt_type: 'permission' | 'question' | 'plan_approval' | 'other') =>
    eventOf({ type: 'agent:prompt', agent_id: 'claude-code:s1', prompt_type }, { id: `t${at}`, at });
  const works = (at: number) =>
    eventOf({ type: 'agent:working', agent_id: 'claude-code:s1' }, { id: `w${at}`, at });

  it('agent:working ends what agent:prompt told of, and the next one counts', () => {
    expect(after(told(2, 'permission'), works(3))).toBe('working');
    expect(after(told(2, 'permission'), works(3), told(4, 'question'))).toBe('prompting question: Question');
    expect(after(...asks, works(4))).toBe(prompting);
    const transcript: Event = { ...seen(9, 'idleRead'), evidence: 'transcript', type: 'workNoticed' };
    expect(after(told(2, 'permission'), transcript)).toBe('prompting permission: Permission');
  });

  it.each([
    ['permission', 'plan_approval', 'prompting plan_approval: Plan'],
    ['other', 'question', 'prompting question: Question'],
    ['question', 'plan_approval', 'prompting question: Question'],
    ['other', 'permission', 'prompting permission: Permission'],
    ['permission', 'other', 'prompting permission: Permission'],
  ] as const)('a notice of a %s does not swallow a %s', (first, second, expected) => {
    const { state } = play([told(2, first), told(4, second)]);
    expect(picture(agentOf(state))).toBe(expected);
    expect(agentOf(state)?.prompts).toHaveLength(2);
  });

  it.each([
    ['permission', 'permission'],
    ['question', 'permission'],
  ] as const)('a notice of a %s covers a %s', (first, second) => {
    expect(agentOf(play([told(2, first), told(4, second)]).state)?.prompts).toHaveLength(1);
  });

  it('identical calls in parallel each end their own', () => {
    const events = [bash(1, 'PreToolUse', 'c1'), bash(2, 'PreToolUse', 'c2'), request(3), request(4)];
    const waiting = (...more: Event[]) =>
      agentOf(play([...events, ...more]).state)?.prompts.map(({ callId }) => callId);
    expect(waiting()).toEqual(['c1', 'c2']);
    expect(waiting(bash(5, 'PostToolUse', 'c1'))).toEqual(['c2']);
    expect(waiting(bash(5, 'PostToolUse', 'c1'), bash(6, 'PostToolUse', 'c2'))).toEqual([]);
  });

  it('a call that was asked about is not asked about again', () => {
    const first = request(3);
    const approved = settled(4, first.id, 'approved');
    const events = [bash(1, 'PreToolUse', 'c1'), bash(2, 'PreToolUse', 'c2'), first, approved, request(5)];
    expect(after(...events, bash(6, 'PostToolUse', 'c1'))).toBe(prompting);
  });

  it('the end of a call of another tool, begun before the request, says nothing', () => {
    const read = (at: number, name: string) => hook(at, name, { tool_name: 'Read', tool_use_id: 'r1' });
    const rm = request(3, 'rm x');
    expect(after(read(1, 'PreToolUse'), rm, read(4, 'PostToolUse'))).toBe(prompting);
    expect(after(read(1, 'PreToolUse'), rm, bash(4, 'PostToolUse', 'c9', 'rm x'))).toBe('working Thinking');
  });

  it('the end of an unknown call of another tool says nothing', () => {
    const fetched = hook(4, 'PostToolUse', { tool_name: 'WebFetch', tool_use_id: 'c9' });
    expect(after(...asks, fetched)).toBe(prompting);
  });

  it('the same command a second time is another call', () => {
    const first = [bash(1, 'PreToolUse', 'c1'), bash(2, 'PostToolUse', 'c1')];
    expect(after(...first, request(5), bash(4, 'PreToolUse', 'c2'), bash(9, 'PostToolUse', 'c2'))).toBe(
      'working Thinking',
    );
  });

  it('a notice stands while a call that may be the one that asks still runs', () => {
    const events = [bash(1, 'PreToolUse', 'c1'), bash(2, 'PreToolUse', 'c2'), notice(9, 'permission_prompt')];
    expect(after(...events, bash(10, 'PostToolUse', 'c1'))).toBe('prompting permission: Permission');
    expect(after(...events, bash(10, 'PostToolUse', 'c1'), bash(11, 'PostToolUse', 'c2'))).toBe(
      'working Thinking',
    );
  });

  it('a call that was refused without a word is over with its batch', () => {
    const refused = [bash(1, 'PreToolUse', 'c1'), hook(2, 'PostToolBatch'), bash(3, 'PreToolUse', 'c2')];
    expect(after(...refused, notice(9, 'permission_prompt'), bash(10, 'PostToolUse', 'c2'))).toBe(
      'working Thinking',
    );
    const late = [bash(3, 'PreToolUse', 'c2'), bash(4, 'PreToolUse', 'c3'), hook(2, 'PostToolBatch')];
    expect(after(...late, notice(9, 'permission_prompt'), bash(10, 'PostToolUse', 'c2'))).toBe(
      'prompting permission: Permission',
    );
  });

  it('a transcript ends only the prompt of the call it names', () => {
    const result: Event = {
      ...seen(150, 'idleRead'),
      evidence: 'transcript',
      type: 'toolFinished',
      callId: 'c1',
      failed: false,
    };
    const waiting: Event = {
      ...seen(100, 'idleRead'),
      type: 'waitingRead',
      ask: { kind: 'permission', reason: 'Permission' },
    };
    expect(after(waiting, result)).toBe('prompting permission: Permission (tentative)');
  });

  it('the answer to an MCP server leaves a permission alone', () => {
    const { state } = play([...asks, hook(4, 'Elicitation'), hook(5, 'ElicitationResult')]);
    expect(agentOf(state)?.prompts.map(({ kind }) => kind)).toEqual(['permission']);
  });

  it('a row shows how long the prompt waits that it shows', () => {
    const two = play([request(1000, 'a'), request(60_000, 'b')]).state;
    expect(agentOf(two)?.since).toBe(1000);
    const [first] = decisionsOf(agentOf(two));
    const denied = settled(60_001, first?.id ?? '', 'denied');
    expect(agentOf(play([denied], two).state)?.since).toBe(60_000);
  });

  it('an escalated prompt that ended does not pin what remains', () => {
    const { state } = play([request(1, 'a'), request(2, 'b')]);
    const [first] = decisionsOf(agentOf(state));
    const settle = (at: number, outcome: DecisionOutcome) => settled(at, first?.id ?? '', outcome);
    const after = play([settle(3, 'escalated'), settle(4, 'denied')], state).state;
    expect(isEscalated(agentOf(after) as never)).toBe(false);
    expect(agentOf(after)?.prompts).toHaveLength(1);
  });

  it('an input nested without end is taken like any other', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    const events = ['PreToolUse', 'PermissionRequest', 'PostToolUse'].map((name, at) =>
      hook(at, name, { tool_name: 'Bash', tool_input: { deep }, tool_use_id: 'c1' }),
    );
    expect(after(...events.slice(0, 2))).toBe(prompting);
    expect(after(...events)).toBe('working Thinking');
  });
});

describe('events that arrive late', () => {
  it('a request that arrives after a newer event is not lost', () => {
    expect(after(bash(2, 'PreToolUse'), bash(5, 'PreToolUse', 'c2', 'pwd'), request(3))).toBe(prompting);
  });

  it('a request from well before a session file that says idle is over, whichever is heard first', () => {
    const spooled = [hook(100_000, 'UserPromptSubmit'), bash(149_900, 'PreToolUse'), request(150_000)];
    expect(after(seen(200_000, 'idleRead'), ...spooled)).toBe('idle');
    expect(after(...spooled, seen(200_000, 'idleRead'))).toBe('idle');
  });

  it('a turn that the program gives itself answers nothing', () => {
    expect(after(...asks, hook(8000, 'UserPromptSubmit', { prompt: '<task-notification>done' }))).toBe(
      prompting,
    );
  });

  it('a request that arrives after a newer session file is not lost', () => {
    expect(after(bash(2, 'PreToolUse'), seen(4, 'busyRead'), request(3))).toBe(prompting);
  });

  it('a question that arrives after a newer event is not lost, unless it was answered', () => {
    const late = hook(3, 'PreToolUse', { tool_name: 'AskUserQuestion' });
    expect(after(bash(5, 'PreToolUse'), late)).toBe('prompting question: AskUserQuestion (tentative)');
    expect(after(bash(5, 'PreToolUse'), hook(6, 'Stop'), late)).toBe('idle');
  });

  it('a notice that is older than the answer is about what was answered', () => {
    const approved = settled(60, asks[2]?.id ?? '', 'approved');
    const waiting: Event = {
      ...seen(25, 'idleRead'),
      type: 'waitingRead',
      ask: { kind: 'permission', reason: 'Permission' },
    };
    expect(after(...asks, approved, waiting)).toBe('working Bash');
    expect(after(...asks, bash(6090, 'PostToolUse'), notice(6020, 'permission_prompt'))).toBe(
      'working Thinking',
    );
  });

  it('a notice is not about what ended without an answer', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const events = [
      hook(1, 'UserPromptSubmit'),
      hook(2, 'SubagentStart', child),
      hook(6050, 'PostToolBatch', child),
    ];
    expect(after(...events, notice(6000, 'permission_prompt'))).toBe('prompting permission: Permission');
  });

  it('a notice about a subagent that is older than its answer adds nothing', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const request = hook(20, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const done = hook(6090, 'PostToolUse', { ...child, tool_name: 'Bash' });
    expect(after(hook(1, 'UserPromptSubmit'), request, done, notice(6020, 'permission_prompt'))).toBe(
      'working',
    );
  });

  it('a request that arrives after its own answer is over', () => {
    expect(after(bash(2, 'PreToolUse'), bash(5, 'PostToolUse'), request(3))).toBe('working Thinking');
    expect(after(bash(2, 'PreToolUse'), hook(5, 'Stop'), request(3))).toBe('idle');
  });

  it('a request stands though another prompt was answered since', () => {
    const other = [
      bash(1, 'PreToolUse', 'c2', 'pwd'),
      request(2, 'pwd'),
      bash(9, 'PostToolUse', 'c2', 'pwd'),
    ];
    expect(after(...other, request(5))).toBe(prompting);
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
    expect(isEscalated(agentOf(state) as never)).toBe(true);
    expect(decisionsOf(agentOf(state))).toEqual([]);
    expect(effects).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome: 'escalated' }));
    expect(isEscalated(agentOf(play([bash(7, 'PostToolUse')], state).state) as never)).toBe(false);
  });

  it('that was settled already changes nothing', () => {
    const { state } = play([...asks, bash(5, 'PostToolUse')]);
    const late = play([settle('approved')], state);
    expect(picture(agentOf(late.state))).toBe('working Thinking');
    expect(late.effects).toEqual([]);
  });

  it('is withdrawn when its conversation ends', () => {
    const { effects, removed } = play([...asks, hook(8, 'SessionEnd')]);
    expect(removed).toContain('claude-code:s1');
    expect(effects).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome: 'withdrawn' }));
  });
});

describe('the fine print of prompts', () => {
  const settle = (decision: string, outcome: 'approved' | 'denied' | 'withdrawn', at = 9): Event => ({
    ...seen(at, 'idleRead'),
    evidence: 'hook',
    type: 'decisionSettled',
    decision,
    outcome,
  });

  it('names every event that ends none', () => {
    const none = Object.entries(promptEnds).flatMap(([type, end]) => (end === 'none' ? [type] : []));
    expect(none.sort()).toEqual([
      'compactionFinished',
      'compactionStarted',
      'idleNoticed',
      'noted',
      'promptShown',
      'promptStood',
      'quietNoticed',
      'seen',
      'setupStarted',
      'signalled',
      'subagentStarted',
      'usageRead',
      'waitingRead',
    ]);
  });

  it('the start of a tool ends what was asked about it only where it starts because it was allowed', () => {
    const starts = { ...bash(4, 'PreToolUse', 'c2'), allowed: true } as Event;
    const other = { ...bash(4, 'PreToolUse', 'c2', 'rm x'), allowed: true } as Event;
    const generic = [hook(1, 'UserPromptSubmit', { prompt: 'go' }), notice(3, 'permission_prompt')];
    expect(after(...asks, bash(4, 'PreToolUse', 'c2'))).toBe(prompting);
    expect(after(...asks, starts)).toBe('working Bash');
    expect(after(...asks, other)).toBe(prompting);
    expect(after(...asks, { ...starts, at: 2 })).toBe(prompting);
    expect(after(...generic, starts)).toBe('working Bash');
  });

  it('a request out of idleness means that a turn is on', () => {
    const asks = request(2);
    expect(after(hook(1, 'Stop'), asks, settle(asks.id, 'withdrawn'))).toBe('working Bash');
  });

  it('an answer to nothing changes nothing', () => {
    expect(after(hook(1, 'Stop'), settle('nothing', 'denied'), settle('nothing', 'approved'))).toBe('idle');
  });

  it('an answer is no sign of life of the agent', () => {
    const asks = request(2);
    expect(agentOf(play([asks, settle(asks.id, 'approved', 5000)]).state)?.lastActivityAt).toBe(2);
  });

  it('one answer closes one decision, and leaves the other', () => {
    const [a, b] = [request(1, 'a'), request(2, 'b')];
    const { state, effects } = play([a, b, settle(a.id, 'approved')]);
    expect(decisionsOf(agentOf(state)).map(({ id }) => id)).toEqual([b.id]);
    expect(effects.filter(({ type }) => type === 'closeDecision')).toHaveLength(1);
    const stopped = play([hook(10, 'Stop')], state).effects;
    expect(stopped).toContainEqual(expect.objectContaining({ type: 'closeDecision', outcome: 'withdrawn' }));
  });

  it('of equals the oldest is shown, whichever came first', () => {
    const state = agentOf(play([request(5, 'b'), request(3, 'a')]).state)?.state;
    expect(state).toMatchObject({ kind: 'prompting', prompt: { input: { command: 'a' } } });
  });

  it('a tentative prompt asks once to be confirmed, and its decision opens when it is', () => {
    const start = hook(100, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 'q1' });
    const stood: Event = {
      ...seen(1100, 'idleRead'),
      evidence: 'hook',
      type: 'promptStood',
      prompt: start.id,
    };
    const { state, effects } = play([start, hook(101, 'ConfigChange'), stood]);
    expect(effects.filter(({ type }) => type === 'confirmLater')).toHaveLength(1);
    expect(decisionsOf(agentOf(state))[0]?.openedAt).toBe(1100);
  });

  it('calls are told apart beyond the first few', () => {
    const calls = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id, at) => bash(at, 'PreToolUse', id, id));
    const { state } = play([...calls, request(9, 'c1'), bash(10, 'PostToolUse', 'c5', 'c5')]);
    expect(picture(agentOf(state))).toBe(prompting);
  });

  it('an event that is delivered again later counts once', () => {
    const start = bash(1, 'PreToolUse');
    expect(after(start, hook(1, 'Stop'), start)).toBe('idle');
  });
});
