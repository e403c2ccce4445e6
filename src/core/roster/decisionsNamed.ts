import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { AgentsState } from './agentsState.ts';

/** The decisions that a word names: an agent's id or a decision's. */
export function decisionsNamed(state: AgentsState, target: string): readonly Decision[] {
  const all = [...state.agents.values()].flatMap(decisionsOf);
  return all.filter(({ id, agent, prompt }) => [id, agent, prompt.requestId].includes(target));
}
