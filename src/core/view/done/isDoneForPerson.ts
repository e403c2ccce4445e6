import type { Agent } from '../../agent/agent.ts';
import { isDone } from '../../agent/seen.ts';
import type { AgentsState } from '../../roster/agentsState.ts';
import { isLeftToRun } from '../supervision.ts';

/** Whether an agent is done for a person: its turn is over, nobody looked at it yet, and no run sees to it. */
export function isDoneForPerson(agent: Agent, runs: AgentsState['runs']): boolean {
  return isDone(agent) && !isLeftToRun(runs, agent);
}
