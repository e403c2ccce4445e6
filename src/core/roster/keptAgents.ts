import type { Agent } from '../agent/agent.ts';
import { shown } from '../agent/applyEvent.ts';
import { isDone } from '../agent/seen.ts';
import type { Prompt } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import { isDemoSession } from '../demo/demoSession.ts';
import type { Event } from '../event/event.ts';
import type { AgentsState } from './agentsState.ts';

/** How long after it was left to the terminal a dialog may take to be on screen. */
const dialogMs = 10_000;

/**
 * What a later listener has to know, and cannot find out: the conversations that ended without a word, those that
 * finished a turn nobody has looked at, those whose turn failed (somebody may have looked at that), and the prompts that
 * were left to the terminal, with whoever asks and its conversation. Nothing else of them is kept. A prompt of a program
 * that does not confirm prompts is not kept either: nobody could tell whether it still stands.
 */
export function keptAgents(
  { agents }: AgentsState,
  confirmsPrompts: (program: string) => boolean,
): readonly Agent[] {
  const all = [...agents.values()].filter(({ session }) => !isDemoSession(session));
  const asking = all.filter((agent) => confirmsPrompts(agent.program) && agent.prompts.some(isLeft));
  const ids = new Set(asking.flatMap(({ id, parent }) => [id, parent ?? id]));
  return all.filter((agent) => ids.has(agent.id) || isToldLater(agent)).map(reduced);
}

/** Whether an agent, as it is, may be one of {@link keptAgents} for itself. */
export function mayBeKept(agent: Agent): boolean {
  return isToldLater(agent) || agent.prompts.some(isLeft);
}

function isToldLater(agent: Agent): boolean {
  const { parent, state } = agent;
  return parent === undefined && (hasEnded(state) || state.kind === 'failed' || isDone(agent));
}

/**
 * What an event of a conversation that was kept makes of it. It is as it was when it was kept, and the event says whether
 * that still holds: then these agents are adopted before the event. None are where a dialog came up later, which is
 * another one: what was kept is over. `undefined` for a word of another process, which says nothing about it.
 */
export function takeUp(kept: readonly Agent[], event: Event): readonly Agent[] | undefined {
  const prompts = kept.flatMap((agent) => agent.prompts);
  if (prompts.length > 0 && prompts.every((prompt) => isElsewhere(prompt, event))) {
    return undefined;
  }
  const leftAt = Math.max(...prompts.map(({ escalatedAt = 0 }) => escalatedAt));
  return event.type === 'waitingRead' && event.at > leftAt + dialogMs ? [] : kept;
}

/** What was kept of each last: the same object for as long as the agent is. */
const reducedAgents = new WeakMap<Agent, Agent>();

function reduced(agent: Agent): Agent {
  const known = reducedAgents.get(agent) ?? reducedNow(agent);
  reducedAgents.set(agent, known);
  return known;
}

function reducedNow(agent: Agent): Agent {
  const prompts = agent.prompts.filter(isLeft);
  const calls = agent.calls.filter(({ id }) => prompts.some(({ callId }) => callId === id));
  return shown(agent, { ...agent, prompts, calls, seen: [] }, agent.since);
}

function isLeft({ escalatedAt }: Prompt): boolean {
  return escalatedAt !== undefined;
}

function isElsewhere({ pid }: Prompt, { facts }: Event): boolean {
  return pid !== undefined && facts?.pid !== undefined && facts.pid !== pid;
}
