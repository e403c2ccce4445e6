import type { Agent } from '../agent/agent.ts';
import { isEscalated } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import { notifyKindOf } from './notifyKinds.ts';

/** Whether an agent counts as one that needs a person, as far as the person wants that kind counted. */
export function needsPerson(agent: Agent, levels: NotifyLevels): boolean {
  const kind = notifyKindOf(agent);
  return isEscalated(agent) || (kind !== undefined && levels[kind] !== 'off');
}

/** The agents that need a person. */
export function needyAgents({ agents }: AgentsState, levels: NotifyLevels): readonly Agent[] {
  return [...agents.values()].filter((agent) => needsPerson(agent, levels));
}
