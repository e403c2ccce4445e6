import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import { urgencies } from '../agent/state.ts';
import { urgencyUnder } from './supervision.ts';

/** How urgent a conversation is, as a number, the smallest first: as urgent as the most urgent of its family. */
export function familyRank(agents: Iterable<Agent>, runs: AgentsState['runs']): (root: Agent) => number {
  const ranks = new Map<string, number>();
  for (const agent of agents) {
    const root = agent.parent ?? agent.id;
    const rank = urgencies.indexOf(urgencyUnder(runs, agent));
    ranks.set(root, Math.min(rank, ranks.get(root) ?? rank));
  }
  return ({ id }) => ranks.get(id) ?? urgencies.length;
}
