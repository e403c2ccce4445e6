import type { Agent, AgentId } from '../agent/agent.ts';
import type { Tombstone } from '../agent/agents.ts';
import type { Runs } from '../run/knownRuns.ts';

/** Everything Beckon knows at one moment, for whoever shows it. */
export interface AgentsState {
  readonly agents: ReadonlyMap<AgentId, Agent>;
  readonly tombstones: ReadonlyMap<AgentId, Tombstone>;
  readonly runs: Runs;
}

/** No agent yet. */
export const noAgents: AgentsState = { agents: new Map(), tombstones: new Map(), runs: new Map() };

/**
 * What is known at this moment, as it stays while the roster goes on. Views remember what they made of a state by the
 * identity of its parts, so they need one.
 */
export function snapshotOf({ agents, tombstones, runs }: AgentsState): AgentsState {
  return { agents: new Map(agents), tombstones, runs: new Map(runs) };
}
