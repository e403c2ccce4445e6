import type { Agent } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import { urgencies } from '../agent/state.ts';

/**
 * How urgent an agent is, as a number, the smallest first: a conversation is as urgent as the most urgent of its family,
 * a subagent as itself.
 */
export function familyRank(agents: Iterable<Agent>): (agent: Agent) => number {
  const ranks = new Map<string, number>();
  for (const agent of agents) {
    const rank = urgencies.indexOf(agentUrgency(agent));
    for (const id of [agent.id, agent.parent ?? agent.id]) {
      ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
    }
  }
  return ({ id }) => ranks.get(id) ?? urgencies.length;
}
