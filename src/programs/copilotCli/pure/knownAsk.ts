import type { Agent } from '../../../core/agent/agent.ts';
import type { Ask } from '../../../core/event/ask.ts';

/** Whether an agent is known to ask this by a request of its own: one that gave way is on the screen by now. */
export function isKnownAsk(agent: Agent | undefined, { tool }: Ask): boolean {
  return agent?.prompts.some((prompt) => prompt.source === 'request' && prompt.tool === tool) ?? false;
}
