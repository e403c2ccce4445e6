import type { Agent } from '../agent/agent.ts';
import { urgencies } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { urgencyUnder } from './supervision.ts';

/** How urgent agents are, of which a conversation is as urgent as the most urgent of its family. */
export interface FamilyOrder {
  readonly rankOf: (agent: Agent) => FamilyRank;
  /**
   * The most urgent first, and of those that need a person the one that has waited longest: one more comes below
   * the others, so that no row moves under the pointer. The rest stay in the order they came in.
   */
  readonly sorted: (agents: Iterable<Agent>) => readonly Agent[];
}

/** How urgent a conversation is with its family; the smallest comes first. */
export interface FamilyRank {
  /** The place of its urgency among all. */
  readonly rank: number;
  /** Since when it needs a person; of all others 0. */
  readonly since: number;
}

/** The order of some agents; their families have to be among them. */
export function familyOrder(agents: Iterable<Agent>, runs: AgentsState['runs']): FamilyOrder {
  const below = new Map<string, FamilyRank>();
  for (const agent of agents) {
    if (agent.parent !== undefined) {
      const own = rankOf(agent, runs);
      below.set(agent.parent, first(own, below.get(agent.parent) ?? own));
    }
  }
  const of = (agent: Agent) => {
    const own = rankOf(agent, runs);
    return below.size === 0 ? own : first(own, below.get(agent.id) ?? own);
  };
  return {
    rankOf: of,
    sorted: (some) => {
      const ranks = urgencies.map((): Agent[] => []);
      for (const agent of some) {
        ranks[of(agent).rank]?.push(agent);
      }
      return ranks.flatMap((group, at) =>
        urgencies[at] === 'attention' ? group.toSorted((a, b) => of(a).since - of(b).since) : group,
      );
    },
  };
}

/** The ranks that were found last: of many agents few change from one look to the next. */
const found = new WeakMap<Agent, { readonly runs: AgentsState['runs']; readonly rank: FamilyRank }>();

function rankOf(agent: Agent, runs: AgentsState['runs']): FamilyRank {
  const known = found.get(agent);
  if (known?.runs === runs) {
    return known.rank;
  }
  const urgency = urgencyUnder(runs, agent);
  const rank = { rank: urgencies.indexOf(urgency), since: urgency === 'attention' ? agent.since : 0 };
  found.set(agent, { runs, rank });
  return rank;
}

function first(a: FamilyRank, b: FamilyRank): FamilyRank {
  return (a.rank - b.rank || a.since - b.since) <= 0 ? a : b;
}
