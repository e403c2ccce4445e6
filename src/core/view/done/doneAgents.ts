import type { Agent } from '../../agent/agent.ts';
import { isDone, isUnseen } from '../../agent/seen.ts';
import type { AgentsState } from '../../roster/agentsState.ts';
import { isLeftToRun } from '../supervision.ts';

/** Whether an agent is done for a person: its turn is over, nobody looked at it yet, and no run sees to it. */
export function isDoneForPerson(agent: Agent, runs: AgentsState['runs']): boolean {
  return isDone(agent) && !isLeftToRun(runs, agent);
}

/** The agents that are done and unseen. */
export function doneAgents({ agents, runs }: AgentsState): readonly Agent[] {
  return [...agents.values()].filter((agent) => isDoneForPerson(agent, runs));
}

/** The agents that a person is to look at: who is done, has failed or has died, where no run sees to it. */
export function unseenAgents({ agents, runs }: AgentsState): readonly Agent[] {
  return [...agents.values()].filter((agent) => isUnseen(agent) && !isLeftToRun(runs, agent));
}
