import type { Agent, AgentId } from '../agent/agent.ts';
import { isNamed } from '../agent/prompts.ts';
import type { Prompt } from '../agent/state.ts';

/** One prompt that waits for a person or a rule. It carries the prompt's id. */
export interface Decision {
  readonly id: string;
  readonly agent: AgentId;
  readonly prompt: Prompt;
  readonly openedAt: number;
}

/**
 * The decisions an agent waits for, oldest first. They are read off its prompts, so that a prompt and its
 * decision can never disagree: a tentative prompt has none yet, an escalated one has none any more.
 */
export function decisionsOf(agent: Agent | undefined): readonly Decision[] {
  return (agent?.prompts ?? []).flatMap((prompt) =>
    prompt.confirmedAt === undefined || prompt.escalatedAt !== undefined
      ? []
      : [{ id: prompt.id, agent: agent?.id ?? '', prompt, openedAt: prompt.confirmedAt }],
  );
}

/**
 * The decision a person sees in the agent's row. Of several that wait the row shows one, and a button beside it must
 * mean that one and no other.
 */
export function shownDecision(agent: Agent | undefined): Decision | undefined {
  const state = agent?.state;
  return state?.kind === 'prompting'
    ? decisionsOf(agent).find(({ id }) => isNamed(state.prompt, id))
    : undefined;
}
