import type { AgentId } from '../agent/agent.ts';
import { familyOf, tombstoneMs } from '../agent/agents.ts';
import { hasEnded } from '../agent/state.ts';
import type { KnownRuns } from '../run/knownRuns.ts';

/** Everything Beckon knows at one moment. */
export type AgentsState = KnownRuns;

/** No agent yet. */
export const noAgents: AgentsState = { agents: new Map(), tombstones: new Map(), runs: new Map() };

/**
 * Forgets what ended more than ten minutes ago; the only place where time alone changes anything. Where nothing is
 * to be forgotten, the same state comes back.
 */
export function expireAgents(state: AgentsState, now: number): AgentsState {
  const over = (at: number) => now - at > tombstoneMs;
  const agents = [...state.agents].filter(([, agent]) => !(hasEnded(agent.state) && over(agent.since)));
  const tombstones = [...state.tombstones].filter(([, { at }]) => !over(at));
  return agents.length === state.agents.size && tombstones.length === state.tombstones.size
    ? state
    : { ...state, agents: new Map(agents), tombstones: new Map(tombstones) };
}

/** Takes a conversation that has ended out of the state, as if its end had long been seen; one that lives stays. */
export function buryAgent(state: AgentsState, rootId: AgentId): AgentsState {
  const root = state.agents.get(rootId);
  if (!root || !hasEnded(root.state)) {
    return state;
  }
  const { pid } = root.facts;
  const agents = new Map(state.agents);
  for (const { id } of familyOf(state.agents, rootId)) {
    agents.delete(id);
  }
  const tombstone = { at: root.since, ...(pid === undefined ? {} : { pid }) };
  return { ...state, agents, tombstones: new Map(state.tombstones).set(rootId, tombstone) };
}
