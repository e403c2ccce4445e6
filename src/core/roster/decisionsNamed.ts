import type { Agent } from '../agent/agent.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { KnownRoster } from './rosterStep.ts';

/** The decisions that a word names: an agent's id or a decision's. */
export function decisionsNamed(known: KnownRoster, target: string): readonly Decision[] {
  const own = known.agents.get(target);
  const all = new Set<Agent>([...(own ? [own] : []), ...known.asking(target)]);
  return [...all]
    .flatMap(decisionsOf)
    .filter(({ id, agent, prompt }) => [id, agent, prompt.requestId].includes(target));
}
