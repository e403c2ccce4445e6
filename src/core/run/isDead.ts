import type { Agent } from '../agent/agent.ts';
import { hasEnded } from '../agent/state.ts';
import type { Run } from './run.ts';

/**
 * Whether the agent of a run has no process any more that could be ended. One without a row may live: not every program
 * tells of itself. What the run does about its end tells then.
 */
export function isDead({ pending, decision, gates }: Run, agent: Agent | undefined): boolean {
  if (pending?.kind === 'start') {
    return false;
  }
  const triggers = [pending?.kind === 'cooldown' && pending.trigger, decision?.gate?.trigger];
  return agent
    ? hasEnded(agent.state)
    : decision?.source === 'dead' ||
        [...triggers, ...gates.map(({ trigger }) => trigger)].includes('on_dead');
}
