import type { Agent, AgentId } from './agent.ts';
import type { Family, Tombstone } from './agents.ts';
import type { Change } from './change.ts';

/** A family while a step is being worked out; never seen outside of it. */
export interface FamilyDraft {
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
export function draftOf({ root, agents, tombstones }: Family): FamilyDraft {
  return { root, agents: new Map(agents), tombstones: new Map(tombstones), touched: new Set() };
}

/** Puts another form of an agent into a draft. */
export function put(draft: FamilyDraft, agent: Agent): void {
  draft.agents.set(agent.id, agent);
  draft.touched.add(agent.id);
}

/** Removes an agent, and remembers that it ended at `at`. */
export function bury(draft: FamilyDraft, id: AgentId, at: number): void {
  const pid = draft.agents.get(id)?.facts.pid;
  draft.agents.delete(id);
  draft.tombstones.set(id, pid === undefined ? { at } : { at, pid });
  draft.touched.add(id);
}

/** What a draft has come to; the family itself where nothing was changed. */
export function stepOf(
  before: Family,
  { root, agents, tombstones, touched, process }: FamilyDraft,
): FamilyStep {
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
