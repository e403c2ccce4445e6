import type { Agent, AgentId } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { RosterStep } from '../roster/rosterStep.ts';
import type { NotifyKind } from './notifyKinds.ts';
import { notifyKinds } from './notifyKinds.ts';
import { newsOf } from './occurrences.ts';

/** The agents of which a person may be told something, kept up by the steps that are made: to go through them costs only those. */
export class NewsAgents {
  readonly #known: Pick<AgentsState, 'agents'>;
  readonly #byKind = new Map(notifyKinds.map((kind) => [kind, new Set<AgentId>()]));
  readonly #kinds = new Map<AgentId, readonly NotifyKind[]>();

  /** `known` is read whenever something is asked. */
  constructor(known: Pick<AgentsState, 'agents'>) {
    this.#known = known;
    for (const id of known.agents.keys()) {
      this.#look(id);
    }
  }

  /** Has to be called for each step that what is known has made. */
  take({ agents }: Pick<RosterStep, 'agents'>): void {
    for (const { before, after } of agents) {
      this.#look((after ?? before)?.id ?? '');
    }
  }

  /** Those with news of some kinds, as they are at this moment. */
  of(isWanted: (kind: NotifyKind) => boolean = () => true): readonly Agent[] {
    const ids = new Set([...this.#byKind].flatMap(([kind, some]) => (isWanted(kind) ? [...some] : [])));
    return [...ids].flatMap((id) => this.#known.agents.get(id) ?? []);
  }

  #look(id: AgentId): void {
    const agent = this.#known.agents.get(id);
    const kinds = agent ? newsOf(agent) : [];
    const before = this.#kinds.get(id) ?? [];
    for (const kind of before.filter((one) => !kinds.includes(one))) {
      this.#byKind.get(kind)?.delete(id);
    }
    for (const kind of kinds) {
      this.#byKind.get(kind)?.add(id);
    }
    if (kinds.length > 0) {
      this.#kinds.set(id, kinds);
    } else {
      this.#kinds.delete(id);
    }
  }
}

/**
 * What of a state there is news of: these agents with their conversations, and the agents of its runs. What a person may be
 * told is the same as of the whole state.
 */
export function newsState({ agents, ...state }: AgentsState, news: readonly Agent[]): AgentsState {
  const some = new Map<AgentId, Agent>();
  const add = (id: AgentId | undefined) => {
    const agent = id === undefined ? undefined : agents.get(id);
    if (agent) {
      some.set(agent.id, agent);
    }
  };
  for (const { id, parent } of news) {
    add(parent);
    add(id);
  }
  for (const { agent } of state.runs.values()) {
    add(agent);
  }
  return { ...state, agents: some, runs: new Map(state.runs) };
}
