import { describe, expect, it } from 'vitest';
import { agentUrgency, isStale } from '../../../../src/core/agent/agent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { after, agentOf, hook, nextId, picture, play } from '../../../support/claude.ts';
import { buryAgent, expireAgents } from '../../../support/rosterState.ts';

const hourMs = 60 * 60 * 1000;
const child = { agent_id: 'a1', agent_type: 'Explore' };
const process = (
  at: number,
  more: { type: 'processEnded'; code?: number } | { type: 'processLost' },
): Event => ({
  id: nextId(),
  at,
  program: 'claude-code',
  session: 's1',
  evidence: 'process',
  ...more,
});

describe('the usage of a conversation', () => {
  const usage = (at: number, facts: Event['facts'], session = 's1'): Event => ({
    id: nextId(),
    at,
    program: 'claude-code',
    session,
    evidence: 'transcript',
    ...(facts ? { facts } : {}),
    type: 'usageRead',
  });
  const begun = [hook(1, 'UserPromptSubmit'), hook(2, 'SubagentStart', child), hook(5, 'Stop')];

  it('is shown, and is no sign of life', () => {
    const { state } = play(begun);
    const told = play([usage(100, { contextTokens: 7, contextLimit: 9, costUsd: 1.5 })], state);
    const [before, row] = [agentOf(state), agentOf(told.state)];
    expect(row).toEqual({
      ...before,
      facts: { ...before?.facts, contextTokens: 7, contextLimit: 9, costUsd: 1.5 },
    });
    expect([told.told, told.shown, told.opened, told.effects]).toEqual([['claude-code:s1'], [], [], []]);
    expect(agentOf(told.state, 's1', 'a1')).toBe(agentOf(state, 's1', 'a1'));
  });

  it('that is the same changes nothing, and one that knows less takes the rest away', () => {
    const { state } = play([...begun, usage(100, { contextTokens: 7, costUsd: 1.5 })]);
    const again = play([usage(200, { contextTokens: 7, costUsd: 1.5 })], state);
    expect([again.state === state, again.effects]).toEqual([true, []]);
    expect(agentOf(play([usage(3, { contextTokens: 8 })], state).state)?.facts).toMatchObject({
      contextTokens: 8,
    });
    expect(agentOf(play([usage(3, { contextTokens: 8 })], state).state)?.facts).not.toHaveProperty('costUsd');
    expect(agentOf(play([usage(3, undefined)], state).state)?.facts).not.toHaveProperty('contextTokens');
  });

  it('touches no other fact', () => {
    const { state } = play([...begun, usage(100, { contextTokens: 7, cwd: '/other', pid: 1 })]);
    expect(agentOf(state)?.facts).toMatchObject({ cwd: '/w', contextTokens: 7 });
    expect(agentOf(state)?.facts).not.toHaveProperty('pid');
  });

  it('makes no row, and brings none back', () => {
    expect(play([usage(1, { contextTokens: 7 })]).state.agents.size).toBe(0);
    const ended = play([...begun, process(10, { type: 'processEnded' })]).state;
    expect(play([usage(20, { contextTokens: 7 })], ended).state).toBe(ended);
    const gone = play([...begun, hook(10, 'SessionEnd')]).state;
    expect(play([usage(20, { contextTokens: 7 })], gone).state).toBe(gone);
  });

  it('does not push out what keeps repeated events from counting twice', () => {
    const stop = hook(6, 'Stop');
    const many = Array.from({ length: 100 }, (_, index) => usage(10 + index, { contextTokens: index }));
    const { state } = play([...begun, stop, hook(7, 'UserPromptSubmit'), ...many]);
    expect(play([stop], state).state).toBe(state);
  });
});

describe('subagents are children', () => {
  const begun = [hook(1, 'UserPromptSubmit'), hook(2, 'SubagentStart', child)];

  it('a child carries its parent, its type and its own state', () => {
    const { state } = play([...begun, hook(3, 'PreToolUse', { ...child, tool_name: 'Grep' })]);
    expect(agentOf(state, 's1', 'a1')).toMatchObject({
      id: 'claude-code:s1/a1',
      parent: 'claude-code:s1',
      childType: 'Explore',
      state: { kind: 'working', detail: 'Grep' },
    });
    expect(picture(agentOf(state))).toBe('working Explore');
  });

  it('a child that was met without a type is called by the one that is told later', () => {
    const typed = (at: number, agent_type: string) =>
      hook(at, 'SubagentStart', { agent_id: 'a1', agent_type });
    const met = hook(2, 'PreToolUse', { agent_id: 'a1', tool_name: 'Grep' });
    const called = (...events: readonly Event[]) => agentOf(play(events).state, 's1', 'a1')?.childType;
    expect(called(met)).toBeUndefined();
    expect(called(met, typed(3, 'Explore'))).toBe('Explore');
    expect(called(met, typed(1, 'Explore'))).toBe('Explore');
    expect(called(met, typed(3, 'Explore'), typed(4, 'Plan'))).toBe('Plan');
    expect(called(typed(3, 'Explore'), typed(1, 'Plan'))).toBe('Explore');
    expect(called(typed(3, 'Explore'), typed(4, ''))).toBe('Explore');
  });

  it('a stop that nobody started changes nothing', () => {
    const stop = hook(3, 'SubagentStop', { agent_id: 'zz', agent_type: '' });
    expect(after(hook(1, 'UserPromptSubmit'), hook(2, 'Stop'), stop)).toBe('idle');
    expect(play([stop]).state.agents.size).toBe(0);
  });

  it('a second stop changes nothing', () => {
    const { state } = play([...begun, hook(3, 'SubagentStop', child), hook(4, 'Stop')]);
    const again = play([hook(5, 'SubagentStop', child)], state);
    expect(again.state).toBe(state);
    expect(again.effects).toEqual([]);
  });

  it('a stop that is older than the start changes nothing', () => {
    const { state } = play([
      hook(1, 'UserPromptSubmit'),
      hook(5, 'SubagentStart', child),
      hook(6, 'Stop', { background_tasks: [{ id: 'a1', status: 'running' }] }),
      hook(4, 'SubagentStop', child),
      hook(66, 'Notification', { notification_type: 'idle_prompt' }),
    ]);
    expect(picture(agentOf(state))).toBe('working 1 background task');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe('working');
  });

  it('a second start changes nothing a person sees', () => {
    const { state } = play([...begun]);
    const again = play([hook(3, 'SubagentStart', child)], state);
    expect(again.effects).toEqual([]);
    expect(again.state.agents.size).toBe(2);
  });

  it('a child met in the middle is adopted with its parent', () => {
    const { state } = play([hook(3, 'PreToolUse', { ...child, tool_name: 'Grep' })]);
    expect(picture(agentOf(state, 's1', 'a1'))).toBe('working Grep');
    expect(picture(agentOf(state))).toBe('working');
  });

  it('a turn end of a child is not idle of its parent', () => {
    const { state } = play([...begun, hook(3, 'Stop', child)]);
    expect(picture(agentOf(state))).toBe('working Explore');
    expect(picture(agentOf(state, 's1', 'a1'))).toBe('idle');
  });

  it.each<[string, Event]>([
    ['the conversation ends', hook(9, 'SessionEnd')],
    ['it is cleared', hook(9, 'SessionStart', { source: 'clear' })],
    ['its process ends', process(9, { type: 'processEnded', code: 1 })],
  ])('children end when %s', (_, event) => {
    const { state, removed } = play([...begun, event]);
    expect(agentOf(state, 's1', 'a1')).toBeUndefined();
    expect(removed).toContain('claude-code:s1/a1');
  });

  it('a compaction keeps them', () => {
    const { state } = play([...begun, hook(3, 'SessionStart', { source: 'compact' })]);
    expect(agentOf(state, 's1', 'a1')).toBeDefined();
  });

  it('one that left is not brought back by what arrives late, and is when it is taken up again', () => {
    const { state } = play([...begun, hook(100, 'SubagentStop', child), hook(101, 'UserPromptSubmit')]);
    const late = [
      hook(99, 'PostToolUse', { ...child, tool_name: 'Grep' }),
      hook(60, 'PermissionRequest', { ...child, tool_name: 'Bash' }),
    ];
    expect(play(late, state).state).toBe(state);
    const again = play([hook(200, 'SubagentStart', child)], state).state;
    expect(picture(agentOf(again, 's1', 'a1'))).toBe('working');
  });

  it('a stop that arrives before its start leaves nobody at work', () => {
    const { state } = play([
      hook(1, 'UserPromptSubmit'),
      hook(100, 'SubagentStop', child),
      hook(10, 'SubagentStart', child),
    ]);
    expect([...state.agents.keys()]).toEqual(['claude-code:s1']);
  });

  it('one whose stop was never heard ends with the turn, unless it goes on in the background', () => {
    const asks = hook(30, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const stop = (background_tasks?: unknown) =>
      hook(1000, 'Stop', background_tasks ? { background_tasks } : {});
    const childAfter = (event: Event) => picture(agentOf(play([...begun, asks, event]).state, 's1', 'a1'));
    expect(childAfter(stop([]))).toBe('idle');
    expect(childAfter(stop([{ id: 'shell', status: 'running' }]))).toBe(
      'prompting permission: Permission for Bash',
    );
    const working = play([...begun, stop([{ id: 'shell', status: 'running' }])]).state;
    expect(picture(agentOf(working, 's1', 'a1'))).toBe('idle');
    expect(childAfter(stop([{ id: 'a1', status: 'running' }]))).toBe(
      'prompting permission: Permission for Bash',
    );
    expect(childAfter(stop(['garbled']))).toBe('prompting permission: Permission for Bash');
    expect(childAfter(stop())).toBe('prompting permission: Permission for Bash');
  });

  it('a child never met that stops no longer counts as background', () => {
    const stop = hook(1, 'Stop', { background_tasks: [{ id: 'a1', status: 'running' }] });
    const idle = hook(70, 'Notification', { notification_type: 'idle_prompt' });
    expect(after(stop, hook(2, 'SubagentStop', child), idle)).toBe('idle');
  });

  it('one that starts when the turn is over leaves its conversation idle, and so does its end', () => {
    const turn = [hook(1, 'UserPromptSubmit'), hook(2, 'Stop'), hook(3, 'SubagentStart', child)];
    expect(after(...turn)).toBe('idle');
    expect(after(...turn, hook(4, 'SubagentStop', child))).toBe('idle');
  });

  it('a late prompt of the person takes away nobody who finished after it', () => {
    const { state } = play([...begun, hook(9, 'SubagentStop', child), hook(5, 'UserPromptSubmit')]);
    expect(agentOf(state, 's1', 'a1')).toBeDefined();
  });

  it('one that ended is not made idle by the end of a turn', () => {
    const exit = { ...process(20, { type: 'processEnded' }), child: { id: 'a1' } };
    const { state } = play([...begun, exit, hook(30, 'Stop', { background_tasks: [] })]);
    expect(picture(agentOf(state, 's1', 'a1'))).toBe('exited');
  });

  it('one that failed leaves with the next prompt of the person', () => {
    const { state } = play([
      ...begun,
      hook(3, 'StopFailure', { ...child, error: 'rate_limit' }),
      hook(4, 'UserPromptSubmit'),
    ]);
    expect(agentOf(state, 's1', 'a1')).toBeUndefined();
  });

  it('one that ended stays ended until its own start', () => {
    const exit = { ...process(20, { type: 'processEnded' }), child: { id: 'a1' } };
    const { state } = play([...begun, exit]);
    expect(
      picture(
        agentOf(play([hook(30, 'PreToolUse', { ...child, tool_name: 'Grep' })], state).state, 's1', 'a1'),
      ),
    ).toBe('exited');
    expect(picture(agentOf(play([hook(30, 'SubagentStart', child)], state).state, 's1', 'a1'))).toBe(
      'working',
    );
  });

  it('what a subagent does keeps its conversation from going stale', () => {
    const { state } = play([...begun, hook(9 * hourMs, 'PreToolUse', { ...child, tool_name: 'Grep' })]);
    const agent = agentOf(state);
    expect(agent && isStale(agent, 10 * hourMs)).toBe(false);
  });

  it('finished ones leave with the next prompt of the person', () => {
    const { state } = play([
      ...begun,
      hook(3, 'SubagentStart', { agent_id: 'a2' }),
      hook(4, 'SubagentStop', child),
      hook(5, 'UserPromptSubmit'),
    ]);
    expect([...state.agents.keys()]).toEqual(['claude-code:s1', 'claude-code:s1/a2']);
  });

  it('work in the background is counted, also where its start is heard after the end of the turn', () => {
    const stop = hook(3, 'Stop', { background_tasks: [{ id: 'a1', status: 'running' }] });
    const { state } = play([hook(1, 'UserPromptSubmit'), stop, hook(4, 'SubagentStart', child)]);
    expect(picture(agentOf(state))).toBe('working 1 background task');
  });

  it('work in the background is counted down as they finish', () => {
    const background_tasks = [{ id: 'a1', status: 'running' }];
    const events = [...begun, hook(3, 'Stop', { background_tasks }), hook(4, 'SubagentStop', child)];
    const idle = hook(64, 'Notification', { notification_type: 'idle_prompt' });
    expect(after(...begun, hook(3, 'Stop', { background_tasks }), idle)).toBe('working 1 background task');
    expect(after(...events, idle)).toBe('idle');
    const file = parseClaudeSession({ pid: 7, sessionId: 's1', status: 'idle', statusUpdatedAt: 64 });
    expect(after(...begun, hook(3, 'Stop', { background_tasks }), file)).toBe('idle');
  });
});

describe('the end of an agent', () => {
  const begun = hook(1, 'UserPromptSubmit', { prompt: 'x' });

  it('SessionEnd removes the row, and late events do not bring it back', () => {
    const { state } = play([begun, hook(2, 'SessionEnd')]);
    expect(state.agents.size).toBe(0);
    expect(play([hook(3, 'Stop'), hook(4, 'PreToolUse', { tool_name: 'Bash' })], state).state).toBe(state);
  });

  it('only its own start revives it', () => {
    const ended = play([begun, hook(2, 'SessionEnd')]).state;
    expect(picture(agentOf(play([hook(3, 'SessionStart', { source: 'resume' })], ended).state))).toBe('idle');
    expect(play([hook(1, 'SessionStart', { source: 'startup' })], ended).state.agents.size).toBe(0);
    expect(play([hook(3, 'SessionStart', { source: 'compact' })], ended).state.agents.size).toBe(0);
  });

  it('an end that is older than the start belongs to the former life', () => {
    expect(after(hook(5, 'SessionStart', { source: 'resume' }), hook(4, 'SessionEnd'))).toBe('idle');
  });

  it('a process that ended without a word is shown, and stays ended', () => {
    const { state } = play([begun, process(5, { type: 'processEnded', code: 137 })]);
    expect(picture(agentOf(state))).toBe('exited 137');
    expect(play([hook(6, 'PreToolUse', { tool_name: 'Bash' })], state).state).toBe(state);
    expect(after(begun, process(5, { type: 'processLost' }))).toBe('gone');
    expect(picture(agentOf(play([hook(7, 'SessionStart')], state).state))).toBe('idle');
    expect(play([hook(7, 'SessionEnd')], state).state.agents.size).toBe(0);
  });

  it('an end that arrives first keeps what comes late from bringing up a dead row', () => {
    expect(play([hook(9, 'SessionEnd'), hook(8, 'Stop')]).state.agents.size).toBe(0);
  });

  it("the death of a former process is not this one's", () => {
    const resumed = hook(100, 'SessionStart', { source: 'resume', pid: 6 });
    const death = (pid: number) => ({ ...process(120, { type: 'processEnded' }), facts: { pid } });
    expect(after(resumed, death(5))).toBe('idle');
    expect(after(resumed, death(6))).toBe('exited');
  });

  it('a start that arrives late still tells where this life began', () => {
    expect(
      after(
        hook(9, 'UserPromptSubmit'),
        hook(8, 'SessionStart', { source: 'resume' }),
        hook(7, 'SessionEnd'),
      ),
    ).toBe('working');
  });

  it('a time that is none changes nothing', () => {
    expect(play([hook(Number.NaN, 'Stop'), hook(Number.POSITIVE_INFINITY, 'Stop')]).state.agents.size).toBe(
      0,
    );
  });

  it('a slash in a session id does not make it a subagent', () => {
    const { state } = play([hook(1, 'SubagentStart', child), hook(2, 'Stop', { session_id: 's1/a1' })]);
    expect([...state.agents.keys()]).toEqual(['claude-code:s1', 'claude-code:s1/a1', 'claude-code:s1%2Fa1']);
  });

  it('who ended asks nothing any more, and stays ended, whatever the times say', () => {
    const asks = hook(101, 'PermissionRequest', { tool_name: 'Bash' });
    const { state } = play([begun, asks, process(100, { type: 'processEnded' })]);
    expect(picture(agentOf(state))).toBe('exited');
    expect(play([hook(102, 'PostToolBatch')], state).state).toBe(state);
  });

  it("the end of an unknown process is nobody's", () => {
    expect(play([process(5, { type: 'processLost' }), hook(6, 'SessionEnd')]).state.agents.size).toBe(0);
  });

  it('counts for ten minutes; who speaks after that is an agent again', () => {
    const { state } = play([begun, hook(1000, 'SessionEnd')]);
    expect(play([hook(601_000, 'Stop')], state).state.agents.size).toBe(0);
    const back = play([hook(601_001, 'Stop'), hook(601_002, 'UserPromptSubmit')], state).state;
    expect(picture(agentOf(back))).toBe('working');
    expect(back.tombstones.size).toBe(0);
  });

  it('is forgotten after ten minutes, by the clock alone', () => {
    const dead = play([begun, process(1000, { type: 'processLost' })]).state;
    const removed = play([hook(2000, 'SessionEnd')], dead).state;
    expect(expireAgents(dead, 601_000)).toBe(dead);
    expect(expireAgents(dead, 601_001).agents.size).toBe(0);
    expect(expireAgents(removed, 602_000)).toBe(removed);
    expect(expireAgents(removed, 602_001).tombstones.size).toBe(0);
  });

  it('is buried when a person forgets it: no late event brings it back, and one that lives stays', () => {
    const living = play([begun, hook(2, 'SubagentStart', child)]).state;
    expect(buryAgent(living, 'claude-code:s1')).toBe(living);
    const buried = buryAgent(play([process(1000, { type: 'processLost' })], living).state, 'claude-code:s1');
    expect(buried.agents.size).toBe(0);
    expect(play([hook(900, 'Stop')], buried).state.agents.size).toBe(0);
  });
});

describe('staleness', () => {
  it('is computed: more than 8 hours without activity', () => {
    const agent = agentOf(play([hook(1000, 'Stop')]).state);
    expect(agent && isStale(agent, 1000 + 8 * hourMs)).toBe(false);
    expect(agent && isStale(agent, 1001 + 8 * hourMs)).toBe(true);
    expect(agent?.state.kind).toBe('idle');
  });

  it('any event of the agent ends it', () => {
    const { state } = play([hook(1000, 'Stop'), hook(1000 + 9 * hourMs, 'ConfigChange')]);
    const agent = agentOf(state);
    expect(agent && isStale(agent, 1000 + 10 * hourMs)).toBe(false);
  });
});

describe('equal states', () => {
  it('emit nothing', () => {
    const { state } = play([hook(1, 'PreToolUse', { tool_name: 'Bash' })]);
    expect(play([hook(2, 'PreToolUse', { tool_name: 'Bash' })], state).effects).toEqual([]);
    const idle = play([hook(3, 'Stop')], state).state;
    expect(play([hook(63, 'Notification', { notification_type: 'idle_prompt' })], idle).effects).toEqual([]);
  });

  it('keep the time they began', () => {
    const { state } = play([
      hook(1, 'PreToolUse', { tool_name: 'Bash' }),
      hook(9, 'PostToolUse', { tool_name: 'Bash' }),
    ]);
    expect(agentOf(state)?.since).toBe(1);
    expect(agentOf(play([hook(12, 'Stop')], state).state)?.since).toBe(12);
  });
});

describe('an idle notice', () => {
  it('never hides a failure, and does not raise urgency', () => {
    const failed = hook(1, 'StopFailure', { error: 'authentication_failed' });
    const notice = hook(61, 'Notification', { notification_type: 'idle_prompt' });
    expect(after(failed, notice)).toBe('failed unauthorized');
    const agent = agentOf(play([hook(1, 'Stop'), notice]).state);
    expect(agent && agentUrgency(agent)).toBe('idle');
  });
});

describe('the fine print of rows', () => {
  const background_tasks = [{ id: 'x', status: 'running' }];
  const idle = (at: number) => hook(at, 'Notification', { notification_type: 'idle_prompt' });
  const file = (at: number, status: string) =>
    parseClaudeSession({ pid: 7, sessionId: 's1', status, statusUpdatedAt: at });

  it('a compaction nobody announced leaves the conversation idle', () => {
    expect(after(hook(1, 'UserPromptSubmit'), hook(2, 'SessionStart', { source: 'compact' }))).toBe('idle');
  });

  it('a session file that says busy after a failure means that work began again', () => {
    expect(after(hook(1, 'StopFailure', { error: 'rate_limit' }), file(2, 'busy'))).toBe('working');
  });

  it('a late turn end tells nothing about the background of now', () => {
    expect(after(hook(10, 'UserPromptSubmit'), hook(5, 'Stop', { background_tasks }), idle(70))).toBe('idle');
  });

  it('a new prompt of the person starts without a background', () => {
    expect(after(hook(1, 'Stop', { background_tasks }), hook(2, 'UserPromptSubmit'), idle(70))).toBe('idle');
  });

  it('the first prompt names the row, not the newest', () => {
    const { state } = play([
      hook(1, 'UserPromptSubmit', { prompt: 'One' }),
      hook(2, 'UserPromptSubmit', { prompt: 'Two' }),
    ]);
    expect(agentOf(state)?.facts.firstPrompt).toBe('One');
  });

  it('a late event fills in what is not known, and overrides nothing', () => {
    const { state } = play([
      hook(5, 'Stop', { cwd: '/new' }),
      hook(1, 'Stop', { cwd: '/old', permission_mode: 'plan' }),
    ]);
    expect(agentOf(state)?.facts).toEqual({ cwd: '/new', startedIn: '/new', permissionMode: 'plan' });
  });

  it('a turn end of a subagent never heard of brings up no row', () => {
    expect(play([hook(1, 'UserPromptSubmit'), hook(2, 'Stop', child)]).state.agents.size).toBe(1);
  });

  it('a session file that says waiting brings up a row', () => {
    expect(after(file(1, 'waiting'))).toBe('prompting other: Input (tentative)');
  });

  it('a late start ends no subagent', () => {
    const late = hook(5, 'SessionStart', { source: 'clear' });
    const { state } = play([hook(9, 'UserPromptSubmit'), hook(10, 'SubagentStart', child), late]);
    expect(agentOf(state, 's1', 'a1')).toBeDefined();
  });

  it('a failure whose sentence changed is shown again', () => {
    const failed = (at: number, last_assistant_message: string) =>
      hook(at, 'StopFailure', { error: 'rate_limit', last_assistant_message });
    const { shown } = play([failed(1, 'wait 5 s'), failed(2, 'wait 9 s')]);
    expect(shown).toHaveLength(2);
  });
});
