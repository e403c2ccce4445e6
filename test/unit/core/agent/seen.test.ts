import { describe, expect, it } from 'vitest';
import { isDone, isUnseen } from '../../../../src/core/agent/seen.ts';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, nextId, play } from '../../../support/claude.ts';

const work = (at: number) => hook(at, 'UserPromptSubmit', { prompt: 'Go' });
const stop = (at: number, more = {}) => hook(at, 'Stop', more);
const seen = (at: number): Event => ({ ...stop(at), type: 'seen' });
const file = (at: number, status: string) =>
  parseClaudeSession({ pid: 7, sessionId: 's1', status, statusUpdatedAt: at });
const interrupted = (at: number): Event => ({
  ...stop(at),
  type: 'turnInterrupted',
  evidence: 'transcript',
});
const died = (at: number) =>
  eventOf({ type: 'agent:exited', agent_id: 'claude-code:s1' }, { id: nextId(), at });

function is(which: typeof isDone, ...events: readonly (Event | undefined)[]): boolean | undefined {
  const agent = agentOf(play(events).state);
  return agent && which(agent);
}

describe('an agent is done', () => {
  it.each<[string, (Event | undefined)[]]>([
    ['once its turn is over', [work(1), stop(2)]],
    ['once its session file says so', [file(1, 'busy'), file(2, 'idle')]],
    ['once its next turn is over', [work(1), stop(2), seen(3), work(4), stop(5)]],
    ['though a person looked while it worked', [work(1), seen(2), stop(3)]],
  ])('%s', (_, events) => {
    expect(is(isDone, ...events)).toBe(true);
  });
});

describe('an agent is not done', () => {
  it.each<[string, (Event | undefined)[]]>([
    ['while it works', [work(1)]],
    [
      'while something of it goes on in the background',
      [work(1), stop(2, { background_tasks: [{ id: 'b' }] })],
    ],
    ['once a person has looked', [work(1), stop(2), seen(3)]],
    ['by a look that came just before the end of its turn', [work(1), stop(2), seen(2)]],
    ['when a person interrupted it', [work(1), interrupted(2)]],
    [
      'when a person interrupted it and the file told first',
      [file(1, 'busy'), file(2, 'idle'), interrupted(2)],
    ],
    ['where it was found idle', [file(1, 'idle')]],
    ['where only the end of its turn was heard', [stop(1)]],
    ['where it was only started', [hook(1, 'SessionStart', { source: 'startup' })]],
    ['where it was only resumed', [work(1), died(2), hook(3, 'SessionStart', { source: 'resume' })]],
    ['once it works again', [work(1), stop(2), work(3)]],
  ])('%s', (_, events) => {
    expect(is(isDone, ...events)).toBe(false);
  });

  it('where it is a subagent', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const { state } = play([work(1), hook(2, 'SubagentStart', child), hook(3, 'SubagentStop', child)]);
    const agent = agentOf(state, 's1', 'a1');
    expect(agent).toMatchObject({ state: { kind: 'idle' }, finishedAt: 3 });
    expect(agent && isDone(agent)).toBe(false);
  });
});

describe('a look', () => {
  it('is noted also of who failed and who died', () => {
    const failed = hook(2, 'StopFailure', { error: 'rate_limit' });
    for (const end of [failed, died(2)]) {
      expect(is(isUnseen, work(1), end)).toBe(true);
      expect(is(isUnseen, work(1), end, seen(3))).toBe(false);
    }
  });

  it('at a conversation is one at its subagents', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const fails = { ...hook(3, 'StopFailure', { error: 'rate_limit' }), child: { id: 'a1' } };
    const { state } = play([work(1), hook(2, 'SubagentStart', child), fails, seen(4)]);
    expect(agentOf(state, 's1', 'a1')).toMatchObject({ state: { kind: 'failed' }, seenAt: 4 });
  });

  it('is no sign of life, and tells nobody anything', () => {
    const { state } = play([work(1), stop(2)]);
    const { state: looked, effects } = play([seen(9)], state);
    expect(effects).toEqual([]);
    expect(agentOf(looked)).toMatchObject({ lastActivityAt: 2, since: 2 });
    expect(play([seen(10)], looked).state).toBe(looked);
    expect(play([seen(1)]).state.agents.size).toBe(0);
  });
});
