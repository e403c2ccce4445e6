import type { Event } from '../event/event.ts';
import type { Agent } from './agent.ts';
import type { FamilyDraft } from './draft.ts';
import { put } from './draft.ts';

/** Whether a person has looked at an agent since it came to be what it is. */
export function isSeen({ since, seenAt }: Agent): boolean {
  return since <= seenAt;
}

/**
 * Whether an agent has finished a turn that nobody has looked at. One that was found idle and never seen at work has
 * finished nothing, nor has one that was only started or resumed; a subagent finishes for its conversation.
 */
export function isDone({ parent, state, finishedAt, seenAt }: Agent): boolean {
  return parent === undefined && state.kind === 'idle' && finishedAt > seenAt;
}

/** Whether an agent has come to what a person is to look at, and nobody has: it is done, has failed, or has died. */
export function isUnseen(agent: Agent): boolean {
  const { kind } = agent.state;
  return isDone(agent) || ((kind === 'failed' || kind === 'exited') && !isSeen(agent));
}

/** Notes that a person looked at a conversation, and with it at its subagents. It is no sign of life of any of them. */
export function noteSeen(draft: FamilyDraft, { at }: Event): void {
  for (const agent of [...draft.agents.values()].filter(isUnseen)) {
    put(draft, seenAgent(agent, at));
  }
}

/** An agent as it is after a person looked at it. */
export function seenAgent(agent: Agent, at: number): Agent {
  return { ...agent, seenAt: Math.max(at, agent.since, agent.finishedAt) };
}
