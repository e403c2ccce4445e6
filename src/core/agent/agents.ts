import type { Agent, AgentId } from './agent.ts';

/** That an agent ended, when, and as which process. */
export interface Tombstone {
  readonly at: number;
  readonly pid?: number;
}

/** What is known of agents. */
export interface KnownAgents {
  readonly agents: ReadonlyMap<AgentId, Agent>;
  /** The agents that are no longer shown, so that a late event does not bring one back. */
  readonly tombstones: ReadonlyMap<AgentId, Tombstone>;
}

/** How long the end of an agent is remembered. */
export const tombstoneMs = 10 * 60 * 1000;

/** A conversation and its subagents. */
export function familyOf(agents: ReadonlyMap<AgentId, Agent>, rootId: AgentId): Agent[] {
  return [...agents.values()].filter((agent) => agent.id === rootId || agent.parent === rootId);
}
