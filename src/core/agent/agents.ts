import { agentKey } from '../event/agentEvent.ts';
import type { Agent, AgentId } from './agent.ts';
import { agentId } from './agent.ts';

/** That an agent ended, when, and as which process. */
export interface Tombstone {
  readonly at: number;
  readonly pid?: number;
}

/** A conversation and its subagents. A step makes another one of it; one that no step touched stays the same object. */
export interface Family {
  readonly root: AgentId;
  readonly agents: ReadonlyMap<AgentId, Agent>;
  /** Those of them that are no longer shown, so that a late event does not bring one back. */
  readonly tombstones: ReadonlyMap<AgentId, Tombstone>;
}

/** What is known of agents. */
export interface KnownAgents {
  readonly agents: ReadonlyMap<AgentId, Agent>;
  readonly tombstones: ReadonlyMap<AgentId, Tombstone>;
  /** The family of a conversation; one without members where nothing is known of it. */
  family(root: AgentId): Family;
}

/** How long the end of an agent is remembered. */
export const tombstoneMs = 10 * 60 * 1000;

/** The conversation that an agent is, or belongs to. */
export function rootOf({ id, parent }: Agent): AgentId {
  return parent ?? id;
}

/** The conversation that the agent of this id is, or belongs to. */
export function rootNamed(id: AgentId): AgentId {
  const key = agentKey(id);
  return key ? agentId(key.program, key.session) : id;
}

/** What a family asks. */
export function promptsOf({ agents }: Family): Agent['prompts'] {
  return [...agents.values()].flatMap(({ prompts }) => prompts);
}
