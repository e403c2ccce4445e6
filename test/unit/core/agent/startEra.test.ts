import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { agentOf, hook, picture, play } from '../../../support/claude.ts';
import { reduceAgents, startEra } from '../../../support/rosterState.ts';

const hour = 3_600_000;
const minute = 60_000;
/** When the clock was set back by an hour. */
const then = 10 * hour;
const back = then - hour;

/** Hears events one after the other, each a moment after it happened. */
function hear(state: AgentsState, ...events: readonly Event[]): AgentsState {
  return events.reduce((now, event) => reduceAgents(startEra(now, event, event.at + 60), event).state, state);
}

const shown = (state: AgentsState, child?: string) => picture(agentOf(state, 's1', child));
const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('after the clock was set back by an hour', () => {
  const { state: working } = play([
    hook(then - 5 * minute, 'SessionStart', { source: 'startup' }),
    hook(then - minute, 'UserPromptSubmit'),
    hook(then, 'PreToolUse', { ...bash, tool_use_id: 'c1' }),
  ]);

  it('a row follows the next event, and those after it', () => {
    const stopped = hear(working, hook(back, 'Stop'));
    expect(shown(stopped)).toBe('idle');
    expect(shown(hear(stopped, hook(back + 5, 'UserPromptSubmit')))).toBe('working');
  });

  it('what is asked is shown, and over when its call is', () => {
    const asked = hear(working, hook(back, 'PermissionRequest', bash));
    expect(shown(asked)).toContain('Bash');
    expect(agentOf(asked)?.state.kind).toBe('prompting');
    const answered = hear(asked, hook(back + 5, 'PostToolUse', { ...bash, tool_use_id: 'c1' }));
    expect(agentOf(answered)?.prompts).toEqual([]);
  });

  it('what was asked before is over when its call is', () => {
    const { state: asking } = play([hook(then + 1, 'PermissionRequest', bash)], working);
    const answered = hear(asking, hook(back, 'PostToolUse', { ...bash, tool_use_id: 'c1' }));
    expect(agentOf(answered)?.prompts).toEqual([]);
  });

  it('a row has stood for as long as before', () => {
    const since = agentOf(hear(working, hook(back, 'PostToolUse', { ...bash, tool_use_id: 'c1' })))?.since;
    expect(back - (since ?? 0)).toBe(minute + 1);
  });

  it('subagents follow with their conversation', () => {
    const { state } = play([hook(then + 1, 'SubagentStart', { agent_id: 'x' })], working);
    expect(shown(hear(state, hook(back, 'SubagentStop', { agent_id: 'x' })), 'x')).toBe('idle');
  });

  it('a conversation that had ended is shown when it is taken up again', () => {
    const { state: ended } = play([hook(then + 1, 'SessionEnd', { reason: 'other' })], working);
    expect(agentOf(ended)).toBeUndefined();
    expect(shown(hear(ended, hook(back, 'SessionStart', { source: 'resume' })))).toBe('idle');
  });

  it('an event that arrives late is still late', () => {
    const stopped = hear(working, hook(back, 'Stop'));
    expect(shown(hear(stopped, hook(back - 10, 'UserPromptSubmit')))).toBe('idle');
  });

  it('an event that is much older than its arrival is no news', () => {
    const old = hook(back - 5 * minute, 'Stop');
    const { state } = reduceAgents(startEra(working, old, back), old);
    expect(shown(state)).toBe('working Bash');
  });
});

describe('while the clock goes on', () => {
  const { state } = play([hook(then, 'UserPromptSubmit')]);

  it('nothing known is moved, however late an event arrives', () => {
    expect(startEra(state, hook(then - hour, 'Stop'), then + minute)).toBe(state);
  });

  it('nothing is moved for a stamp that is ahead by a rounding', () => {
    expect(startEra(state, hook(then - 5, 'Stop'), then - 1)).toBe(state);
  });

  it('nothing is moved for an agent nobody knows', () => {
    expect(startEra(state, hook(back, 'Stop', { session_id: 'new' }), back)).toBe(state);
  });
});
