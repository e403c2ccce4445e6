import { agentKey } from '../event/agentEvent.ts';
import type { Agent, AgentId } from './agent.ts';
import { agentId } from './agent.ts';
import type { Change } from './change.ts';

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

/** A family while a step is being worked out; never seen outside of it. */
export interface Draft {
  readonly root: AgentId;
  readonly agents: Map<AgentId, Agent>;
  readonly tombstones: Map<AgentId, Tombstone>;
  readonly touched: Set<AgentId>;
  process?: number;
}

/** A family after a step, and its members that the step may have changed, in the order it came to them. */
export interface FamilyStep {
  readonly family: Family;
  readonly changes: readonly Change[];
  /** The process that is known to be in this conversation now: it has left every other of the same program. */
  readonly process?: number;
}

/** A draft in which nothing has changed. */
export function draftOf({ root, agents, tombstones }: Family): Draft {
  return { root, agents: new Map(agents), tombstones: new Map(tombstones), touched: new Set() };
}

/** Puts another form of an agent into a draft. */
export function put(draft: Draft, agent: Agent): void {
  draft.agents.set(agent.id, agent);
  draft.touched.add(agent.id);
}

/** Removes an agent, and remembers that it ended at `at`. */
export function bury(draft: Draft, id: AgentId, at: number): void {
  const pid = draft.agents.get(id)?.facts.pid;
  draft.agents.delete(id);
  draft.tombstones.set(id, pid === undefined ? { at } : { at, pid });
  draft.touched.add(id);
}

/** What a draft has come to; the family itself where nothing was changed. */
export function stepOf(before: Family, { root, agents, tombstones, touched, process }: Draft): FamilyStep {
  const isSame = touched.size === 0 && areSame(before.tombstones, tombstones);
  return {
    family: isSame ? before : { root, agents, tombstones },
    changes: [...touched].map((id) => ({ before: before.agents.get(id), after: agents.get(id) })),
    ...(process === undefined ? {} : { process }),
  };
}

function areSame(a: Family['tombstones'], b: Family['tombstones']): boolean {
  return a.size === b.size && [...a].every(([id, { at }]) => b.get(id)?.at === at);
}
