import { describe, expect, it } from 'vitest';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import type { Moment } from '../../../../src/core/run/guards.ts';
import { guards, stoppedBy } from '../../../../src/core/run/guards.ts';
import type { Run } from '../../../../src/core/run/run.ts';
import { endThen } from '../../../../src/core/run/runSteps.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, nextId, picture, play } from '../../../support/claude.ts';
import { actedOn, agent, ruleOf, runOver } from '../../../support/supervision.ts';

const running = runOver();
const ending = endThen(running, 'fail', '').run;
const inGrace = { kind: 'grace', dueAt: 9, activityAt: 0 } as const;
const moment = (more: Partial<Moment>): Moment => ({
  agent,
  known: true,
  occasion: 'idle',
  run: running,
  ...more,
});

describe('the guards in front of actions', () => {
  it.each<[string | undefined, Moment]>([
    ['unknown agent: adopted, nothing done', moment({ known: false })],
    ['nobody supervises it', moment({ run: undefined })],
    ['the run has ended', moment({ run: { ...running, status: 'done' } })],
    ['the run has ended', moment({ run: { ...running, status: 'failed' }, occasion: 'signal' })],
    [
      'the agent is no longer the current one of its run',
      moment({ run: { ...running, agent: 'other', former: [agent] }, occasion: 'signal' }),
    ],
    ['the run has signalled already', moment({ run: { ...running, signal: 'escalate' } })],
    [
      'the run has signalled already',
      moment({ run: { ...running, signal: 'escalate' }, occasion: 'prompt' }),
    ],
    ['the run waits on a decision already', moment({ run: { ...running, status: 'waiting' } })],
    [
      'the run waits on a decision already',
      moment({ run: { ...running, status: 'waiting' }, occasion: 'prompt' }),
    ],
    ['the run is in the middle of something', moment({ run: ending })],
    ['the run is in the middle of something', moment({ run: ending, occasion: 'prompt' })],
    ['the run is in the middle of something', moment({ run: ending, occasion: 'error' })],
    [
      'the run is in the middle of something',
      moment({ run: { ...running, status: 'waiting' }, occasion: 'error' }),
    ],
    [undefined, moment({ run: ending, occasion: 'dead' })],
    [undefined, moment({ run: ending, occasion: 'signal' })],
    [
      'it is idle already, or a stronger occasion stands',
      moment({ run: { ...running, standing: 'idle' }, occasion: 'quiet' }),
    ],
    [
      'it is idle already, or a stronger occasion stands',
      moment({ run: { ...running, standing: 'idle' }, stops: true }),
    ],
    [undefined, moment({ run: { ...running, standing: 'idle', pending: inGrace }, stops: true })],
    [
      'it is idle already, or a stronger occasion stands',
      moment({ run: { ...running, standing: 'prompt' } }),
    ],
    [
      'it is idle already, or a stronger occasion stands',
      moment({ run: { ...running, standing: 'quiet' }, occasion: 'idle' }),
    ],
    [undefined, moment({ run: { ...running, standing: 'prompt' }, occasion: 'prompt' })],
    [undefined, moment({ run: { ...running, standing: 'idle' }, occasion: 'prompt' })],
    [undefined, moment({ run: { ...running, status: 'waiting' }, occasion: 'signal' })],
    [undefined, moment({ run: { ...running, status: 'waiting' }, occasion: 'dead' })],
    [undefined, moment({ run: { ...running, signal: 'continue' } })],
    [undefined, moment({})],
  ])('%s', (name, of) => {
    expect(stoppedBy(of)?.name).toBe(name);
  });

  it('stand in the order of the specification', () => {
    expect(guards.map(({ name }) => name)).toEqual([
      'unknown agent: adopted, nothing done',
      'nobody supervises it',
      'the run has ended',
      'the agent is no longer the current one of its run',
      'the run has signalled already',
      'the run waits on a decision already',
      'the run is in the middle of something',
      'it is idle already, or a stronger occasion stands',
    ]);
  });
});

describe('a supervised run', () => {
  const with_ = (run: Run) => ({ ...noAgents, runs: new Map([[run.id, run]]) });
  // The default policy waits after the first prompt.
  const gated = runOver({ on_prompt: ruleOf('gate', { run: 'true' }) });
  const begun = hook(1, 'UserPromptSubmit');
  /** What made the run act, in order, and its end. */
  const triggers = (events: readonly (Event | undefined)[], run: Run) => {
    let state: AgentsState = with_(run);
    return events.flatMap((event) => {
      const step = play([event], state);
      const acts = actedOn(state.runs.get(run.id), step.state.runs.get(run.id));
      state = step.state;
      return [...acts, ...step.effects.flatMap(({ type }) => (type === 'endRun' ? [type] : []))];
    });
  };
  const emit = (at: number, event: Parameters<typeof eventOf>[0]) => eventOf(event, { id: nextId(), at });
  const exited = (at: number) => emit(at, { type: 'agent:exited', agent_id: agent }) as Event;
  const idleFile = (at: number) =>
    parseClaudeSession({ pid: 7, sessionId: 's1', status: 'idle', statusUpdatedAt: at });
  const complete = (at: number) => emit(at, { type: 'agent:signal', agent_id: agent, signal: 'complete' });

  it('signal complete while idle is pending ends it', () => {
    const { state, effects } = play([begun, hook(2, 'Stop'), complete(3)], with_(running));
    expect(state.runs.get('r1')?.status).toBe('done');
    expect(effects).toContainEqual({ type: 'endRun', run: 'r1' });
  });

  it('signal complete ends it out of waiting', () => {
    const { state } = play([begun, complete(3)], with_({ ...running, status: 'waiting' }));
    expect(state.runs.get('r1')?.status).toBe('done');
  });

  it('an idle after its end does nothing', () => {
    expect(triggers([begun, complete(2), hook(3, 'Stop'), complete(4)], running)).toEqual(['endRun']);
  });

  it('a prompt fires on_prompt once an occurrence', () => {
    const request = (at: number, command: string) =>
      hook(at, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command } });
    const notice = hook(3, 'Notification', { notification_type: 'permission_prompt' });
    const events = [begun, request(2, 'a'), notice, request(4, 'b')];
    expect(triggers(events, gated)).toEqual(['on_prompt', 'on_prompt']);
  });

  it('an idle of a hook, then one of the transcript, fires on_idle once', () => {
    const quiet = emit(5, { type: 'agent:waiting', agent_id: agent });
    const idle = emit(4, { type: 'agent:idle', agent_id: agent });
    expect(triggers([begun, hook(3, 'Stop'), idle, quiet], running)).toEqual(['on_idle']);
  });

  it('fires on_idle again after the agent worked again', () => {
    const events = [begun, hook(3, 'Stop'), hook(4, 'UserPromptSubmit'), hook(5, 'Stop')];
    expect(triggers(events, running)).toHaveLength(2);
  });

  it('a start is no idle to act on', () => {
    expect(triggers([begun, hook(2, 'SessionStart', { source: 'clear' })], running)).toEqual([]);
  });

  it('fires on_error and on_dead', () => {
    const events = [begun, hook(2, 'StopFailure', { error: 'rate_limit' }), exited(3)];
    expect(triggers(events, running)).toEqual(['on_error', 'on_dead']);
  });

  it.each<[string, Event[]]>([
    ['its row is not known', []],
    ['its conversation ended', [begun, hook(10, 'SessionEnd')]],
    ['its process ended', [begun, exited(10)]],
  ])('signal complete ends it when %s', (_, events) => {
    const { state, effects } = play([...events, complete(9)], with_(running));
    expect(state.runs.get('r1')?.status).toBe('done');
    expect(effects).toContainEqual({ type: 'endRun', run: 'r1' });
  });

  it('a signal of a subagent is none of its conversation', () => {
    const { state } = play(
      [begun, emit(3, { type: 'agent:signal', agent_id: `${agent}/a1`, signal: 'complete' })],
      with_(running),
    );
    expect(state.runs.get('r1')).toEqual(running);
  });

  it('acts on an idle again after a prompt that Esc ended', () => {
    const events = [
      begun,
      hook(20, 'PermissionRequest', { tool_name: 'Bash' }),
      idleFile(500),
      hook(60_500, 'Notification', { notification_type: 'idle_prompt' }),
    ];
    expect(triggers(events, running)).toEqual(['on_prompt', 'on_idle']);
  });

  it('keeps to a prompt while another of the same conversation waits', () => {
    const other = hook(20, 'PermissionRequest', { tool_name: 'Edit', agent_id: 'a1' });
    const first = hook(19, 'PermissionRequest', { tool_name: 'Bash' });
    expect(triggers([begun, first, other, hook(30, 'Stop')], gated)).toHaveLength(2);
  });

  it('fires once when a request follows the notice of the same prompt', () => {
    const notice = hook(19, 'Notification', { notification_type: 'permission_prompt' });
    const request = hook(20, 'PermissionRequest', { tool_name: 'Bash', agent_id: 'a1' });
    expect(triggers([begun, notice, request], running)).toHaveLength(1);
  });

  it('an idle of a subagent is none of its conversation', () => {
    const child = { agent_id: 'a1' };
    const events = [begun, hook(2, 'SubagentStart', child), hook(3, 'Stop', child)];
    expect(triggers(events, running)).toEqual([]);
  });

  it('fires on_error once for one failure', () => {
    const fail = (at: number) => hook(at, 'StopFailure', { error: 'rate_limit' });
    expect(triggers([begun, fail(2), fail(3)], running)).toHaveLength(1);
  });

  it('follows the process of its agent when the conversation is cleared', () => {
    const cleared = { session_id: 's2', source: 'clear', pid: 5 };
    const events = [
      hook(1, 'UserPromptSubmit', { pid: 5 }),
      hook(2, 'SessionEnd', { reason: 'clear' }),
      hook(3, 'SessionStart', cleared),
      hook(4, 'Stop', { session_id: 's2' }),
    ];
    const { state } = play(events, with_(running));
    expect(state.runs.get('r1')).toMatchObject({ agent: 'claude-code:s2', former: [agent] });
    expect(triggers(events, running)).toEqual(['on_idle']);
    const stranger = play(
      [hook(1, 'UserPromptSubmit', { pid: 5 }), hook(3, 'SessionStart', { ...cleared, pid: 6 })],
      with_(running),
    );
    expect(stranger.state.runs.get('r1')).toEqual(running);
  });

  it.each([
    ['other', ['on_dead']],
    ['prompt_input_exit', ['on_dead']],
    ['clear', []],
    ['resume', []],
  ])('a conversation that ended by %s triggers %j', (reason, expected) => {
    expect(triggers([begun, hook(2, 'SessionEnd', { reason })], running)).toEqual(expected);
  });

  it('an older signal does not replace a newer one', () => {
    const signal = (at: number, word: 'escalate' | 'continue') =>
      emit(at, { type: 'agent:signal', agent_id: agent, signal: word });
    const { state } = play(
      [begun, signal(10, 'escalate'), signal(20, 'continue'), signal(10, 'escalate')],
      with_(running),
    );
    expect(state.runs.get('r1')?.signal).toBe('continue');
  });

  it('an agent of a former step does nothing, and its row still follows', () => {
    const former: Run = { ...running, agent: 'claude-code:s2', former: [agent] };
    const events = [begun, hook(2, 'Stop'), complete(3)];
    const { state } = play(events, with_(former));
    expect(triggers(events, former)).toEqual([]);
    expect(picture(agentOf(state))).toBe('idle');
    expect(state.runs.get('r1')).toEqual(former);
  });

  it('an agent that is met for the first time is shown, nothing is done', () => {
    const { state, effects } = play([hook(2, 'Stop')], with_(running));
    expect([state.runs.get('r1'), effects]).toEqual([running, []]);
    expect(picture(agentOf(state))).toBe('idle');
  });
});
