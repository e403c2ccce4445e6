import type { Agent } from '../agent/agent.ts';
import { urgencies } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { urgencyUnder } from './supervision.ts';

/** How urgent agents are, of which a conversation is as urgent as the most urgent of its family. */
export interface FamilyOrder {
  /** The urgency as a number, the smallest first. */
  readonly rank: (agent: Agent) => number;
  /**
   * Sorts the most urgent first, and of those that need a person the one that has waited longest: one more comes below
   * the others, so that no row moves under the pointer. The rest stay in the order they came in.
   */
  readonly compare: (a: Agent, b: Agent) => number;
}

interface FamilyRank {
  readonly rank: number;
  readonly since: number;
}

/** The order of some agents; their families have to be among them. */
export function familyOrder(agents: Iterable<Agent>, runs: AgentsState['runs']): FamilyOrder {
  const ranks = new Map<string, FamilyRank>();
  for (const agent of agents) {
    const own = rankOf(agent, runs);
    for (const id of [agent.id, agent.parent ?? agent.id]) {
      ranks.set(id, first(own, ranks.get(id) ?? own));
    }
  }
  const of = ({ id }: Agent) => ranks.get(id) ?? { rank: urgencies.length, since: 0 };
  return { rank: (agent) => of(agent).rank, compare: (a, b) => compared(of(a), of(b)) };
}

function rankOf(agent: Agent, runs: AgentsState['runs']): FamilyRank {
  const urgency = urgencyUnder(runs, agent);
  return { rank: urgencies.indexOf(urgency), since: urgency === 'attention' ? agent.since : 0 };
}

function first(a: FamilyRank, b: FamilyRank): FamilyRank {
  return compared(a, b) <= 0 ? a : b;
}

function compared(a: FamilyRank, b: FamilyRank): number {
  return a.rank - b.rank || a.since - b.since;
}
