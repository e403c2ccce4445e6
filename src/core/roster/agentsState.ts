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
