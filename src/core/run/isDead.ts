import type { Agent } from '../agent/agent.ts';
import { hasEnded } from '../agent/state.ts';
import type { Run } from './run.ts';
import { isWrapped } from './wrapped.ts';

/**
 * Whether the agent of a run has no process any more that could be ended. One without a row may live: not every program
 * tells of itself, and none that runs agents. What the run does about its end tells then.
 */
export function isDead(run: Run, agent: Agent | undefined): boolean {
  const { pending, decision, gates } = run;
  if (pending?.kind === 'start') {
    return false;
  }
  const triggers = [pending?.kind === 'cooldown' && pending.trigger, decision?.gate?.trigger];
  return agent && !isWrapped(run)
    ? hasEnded(agent.state)
    : decision?.source === 'dead' ||
        [...triggers, ...gates.map(({ trigger }) => trigger)].includes('on_dead');
}
