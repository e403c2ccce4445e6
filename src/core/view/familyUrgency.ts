import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import { urgencies } from '../agent/state.ts';
import { urgencyUnder } from './supervision.ts';

/**
 * How urgent an agent is, as a number, the smallest first: a conversation is as urgent as the most urgent of its family,
 * a subagent as itself.
 */
export function familyRank(agents: Iterable<Agent>, runs: AgentsState['runs']): (agent: Agent) => number {
  const ranks = new Map<string, number>();
  for (const agent of agents) {
    const rank = urgencies.indexOf(urgencyUnder(runs, agent));
    for (const id of [agent.id, agent.parent ?? agent.id]) {
      ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
    }
  }
  return ({ id }) => ranks.get(id) ?? urgencies.length;
}
