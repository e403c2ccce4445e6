import type { Agent } from '../agent/agent.ts';
import { isEscalated } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import { notifyKindOf } from './notifyKinds.ts';
import { appealAbout, isLeftToRun, lonelyAppeals } from './supervision.ts';

/** Whether an agent counts as one that needs a person, as far as the person wants that kind counted. */
export function needsPerson(agent: Agent, levels: NotifyLevels, runs: AgentsState['runs']): boolean {
  if (appealAbout(runs, agent.id)) {
    return isEscalated(agent) || levels.run !== 'off';
  }
  const isRuns = agent.state.kind !== 'prompting' && isLeftToRun(runs, agent);
  const kind = isRuns ? undefined : notifyKindOf(agent);
  // Who is done needs nobody, however much of that a person wants to hear.
  const needs = kind !== undefined && kind !== 'idle' && levels[kind] !== 'off';
  return isEscalated(agent) || needs;
}

/** The runs that need a person and have no agent that is counted for them. */
export function needyRuns(state: AgentsState, levels: NotifyLevels): readonly Run[] {
  return levels.run === 'off' ? [] : lonelyAppeals(state);
}
