import type { Agent } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import { urgencies } from '../agent/state.ts';
import type { AgentRow } from './agentRow.ts';
import { agentRow } from './agentRow.ts';

/** The rows of the tree at `now`: conversations with their subagents below them, most urgent first. */
export function agentRows(state: AgentsState, now: number): readonly AgentRow[] {
  const all = [...state.agents.values()];
  const rowsOf = (parent: string | undefined): readonly AgentRow[] =>
    all
      .filter((agent) => agent.parent === parent)
      .sort(byUrgency)
      .map((agent) => agentRow(agent, parent === undefined ? rowsOf(agent.id) : [], now));
  return rowsOf(undefined);
}

// `sort` keeps equals in the order they came in, so rows of one urgency do not jump.
function byUrgency(a: Agent, b: Agent): number {
  return urgencies.indexOf(agentUrgency(a)) - urgencies.indexOf(agentUrgency(b));
}
