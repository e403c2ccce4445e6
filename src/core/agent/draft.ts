import type { Agent, AgentId } from './agent.ts';
import type { Tombstone } from './agents.ts';

/** The agents of a step while it is being worked out; never seen outside of it. */
export interface Draft {
  readonly agents: Map<AgentId, Agent>;
  readonly tombstones: Map<AgentId, Tombstone>;
  readonly touched: Set<AgentId>;
}
