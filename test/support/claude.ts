import type { Agent } from '../../src/core/agent/agent.ts';
import { agentId } from '../../src/core/agent/agent.ts';
import type { AgentsState } from '../../src/core/agent/agents.ts';
import { noAgents } from '../../src/core/agent/agents.ts';
import type { Effect } from '../../src/core/agent/effect.ts';
import { reduceAgents } from '../../src/core/agent/reduceAgents.ts';
import { parseClaudeCode } from '../../src/core/event/claudeCode.ts';
import type { Event } from '../../src/core/event/event.ts';

let ids = 0;

/** A fresh event id. */
export function nextId(): string {
  ids += 1;
  return `e${ids}`;
}

/** A hook event of Claude Code at `at`; session `s1` unless `fields` says otherwise. */
export function hook(at: number, name: string, fields: Record<string, unknown> = {}): Event {
  const payload = { session_id: 's1', hook_event_name: name, cwd: '/w', ...fields };
  const event = parseClaudeCode(payload, { id: nextId(), at });
  if (!event) {
    throw new Error(`${name} gives no event`);
  }
  return event;
}

/** What came of a sequence of events. */
export interface Played {
  readonly state: AgentsState;
  readonly effects: readonly Effect[];
}

/** Applies events in order. Missing ones are skipped, as the listener does with what is no event. */
export function play(events: readonly (Event | undefined)[], from: AgentsState = noAgents): Played {
  let state = from;
  const effects: Effect[] = [];
  for (const event of events) {
    if (event) {
      const step = reduceAgents(state, event);
      state = step.state;
      effects.push(...step.effects);
    }
  }
  return { state, effects };
}

/** The agent of Claude session `session`, or its subagent. */
export function agentOf(state: AgentsState, session = 's1', child?: string): Agent | undefined {
  return state.agents.get(agentId('claude-code', session, child));
}

/** A short picture of a state, for tables and golden files. */
export function picture(agent: Agent | undefined): string {
  const state = agent?.state;
  switch (state?.kind) {
    case undefined:
      return 'none';
    case 'working':
      return state.detail === undefined ? 'working' : `working ${state.detail}`;
    case 'prompting':
      return `prompting ${state.prompt.kind}: ${state.prompt.reason}${state.prompt.confirmedAt === undefined ? ' (tentative)' : ''}`;
    case 'failed':
      return `failed ${state.error.class}`;
    case 'exited':
      return state.code === undefined ? 'exited' : `exited ${state.code}`;
    case 'idle':
    case 'gone':
      return state.kind;
  }
}

/** The picture after playing events. */
export function after(...events: readonly (Event | undefined)[]): string {
  return picture(agentOf(play(events).state));
}
