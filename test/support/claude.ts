import type { Agent, AgentId } from '../../src/core/agent/agent.ts';
import { agentId } from '../../src/core/agent/agent.ts';
import { sameState } from '../../src/core/agent/state.ts';
import type { Decision } from '../../src/core/decision/decision.ts';
import { decisionsOf } from '../../src/core/decision/decision.ts';
import type { Event } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { Effect } from '../../src/core/roster/rosterStep.ts';
import { parseClaudeCode } from '../../src/programs/claudeCode/pure/hookEvents.ts';
import { reduceAgents } from './rosterState.ts';

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
  /** The decisions that opened, and those of which more came to be known, in order. */
  readonly opened: readonly Decision[];
  readonly revised: readonly Decision[];
  /** The agents that came to show something else, those with other facts, and those that are gone; once for each time. */
  readonly shown: readonly AgentId[];
  readonly told: readonly AgentId[];
  readonly removed: readonly AgentId[];
}

/** Applies events in order. Missing ones are skipped, as the listener does with what is no event. */
export function play(events: readonly (Event | undefined)[], from: AgentsState = noAgents): Played {
  let played: Played = {
    state: from,
    effects: [],
    opened: [],
    revised: [],
    shown: [],
    told: [],
    removed: [],
  };
  for (const event of events) {
    if (event) {
      const { state, effects } = reduceAgents(played.state, event);
      const seen = difference(played.state, state);
      played = {
        state,
        effects: [...played.effects, ...effects],
        opened: [...played.opened, ...seen.opened],
        revised: [...played.revised, ...seen.revised],
        shown: [...played.shown, ...seen.shown],
        told: [...played.told, ...seen.told],
        removed: [...played.removed, ...seen.removed],
      };
    }
  }
  return played;
}

/** What anybody who compares two states can see: all of it is read off them. */
function difference(before: AgentsState, after: AgentsState): Omit<Played, 'state' | 'effects'> {
  const known = new Map(
    [...before.agents.values()].flatMap(decisionsOf).map((decision) => [decision.id, decision]),
  );
  const now = [...after.agents.values()];
  const open = now.flatMap(decisionsOf);
  const isRevised = ({ id, agent, prompt }: Decision) => {
    const former = known.get(id);
    return former && (former.agent !== agent || former.prompt.requestId !== prompt.requestId);
  };
  const isShown = ({ id, state }: Agent) => {
    const former = before.agents.get(id);
    return !former || !sameState(former.state, state);
  };
  const isTold = ({ id, facts }: Agent) => (before.agents.get(id)?.facts ?? facts) !== facts;
  return {
    opened: open.filter(({ id }) => !known.has(id)),
    revised: open.filter(isRevised),
    shown: now.filter(isShown).map(({ id }) => id),
    told: now.filter(isTold).map(({ id }) => id),
    removed: [...before.agents.keys()].filter((id) => !after.agents.has(id)),
  };
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
