import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/core/event/agentEvent.ts';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { ofKnownAgent } from '../../../../src/core/roster/ofKnownAgent.ts';
import { hook, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';

const told = (agent_id: string, type: 'agent:idle' | 'agent:working' = 'agent:idle') =>
  eventOf({ type, agent_id } satisfies AgentEvent, { id: `${type}${agent_id}`, at: 5 }) as Event;

describe('an event of an id without a program', () => {
  const { state } = play([hook(1, 'UserPromptSubmit')]);

  it('is of the one conversation of that session', () => {
    expect(ofKnownAgent(rosterOf(state), told('s1'))).toMatchObject({
      program: 'claude-code',
      session: 's1',
    });
  });

  it('is also of one that has ended: nothing brings it back under another name', () => {
    const ended = play([hook(1, 'UserPromptSubmit'), hook(2, 'SessionEnd')]).state;
    expect(ofKnownAgent(rosterOf(ended), told('s1')).program).toBe('claude-code');
  });

  it('is of nobody else where none is known, or several are', () => {
    expect(ofKnownAgent(rosterOf(state), told('s2')).program).toBe('other');
    const two = play([hook(1, 'UserPromptSubmit'), told('codex:s1')]).state;
    expect(ofKnownAgent(rosterOf(two), told('s1')).program).toBe('other');
  });

  it('leaves an event of a program as it is', () => {
    const event = told('codex:s1');
    expect(ofKnownAgent(rosterOf(state), event)).toBe(event);
  });
});
