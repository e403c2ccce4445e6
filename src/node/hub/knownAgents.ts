import type { Answer } from '../../core/decision/answer.ts';
import { parsePayload } from '../../core/event/heardEvent.ts';
import type { ReportedAgent, ReportedDecision } from '../../core/view/agentReport.ts';
import type { Listening } from '../../core/wire/ownerOf.ts';
import { askListener } from '../listener/askListener.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';
import type { Decided } from './decisions.ts';

/** An agent, and the listener that told of it. */
export interface KnownAgent {
  readonly agent: ReportedAgent;
  readonly listener: Listening;
}

/** A decision of an agent, and the listener that told of it. */
export interface KnownDecision {
  readonly decision: ReportedDecision;
  readonly agent: string;
  readonly listener: Listening;
}

/** What listeners say of the agents they know, and which of them say nothing: stopped, or busy with something else. */
export interface Told {
  readonly known: readonly KnownAgent[];
  readonly silent: readonly Listening[];
}

/**
 * What the running listeners know, each agent once: from the listener that holds a request of it, else from the first
 * that knows it. `undefined` when none is running.
 */
export async function askAll(home: string): Promise<Told | undefined> {
  const listeners = await listeningIn(home);
  const { known: told, silent } = await agentsAt(listeners);
  const known = new Map<string, KnownAgent>();
  for (const one of told) {
    const holds = one.agent.decisions.some(({ held }) => held);
    if (holds || !known.has(one.agent.agent)) {
      known.set(one.agent.agent, one);
    }
  }
  return listeners.length === 0 ? undefined : { known: [...known.values()], silent };
}

/** What those listeners know that answer. */
export async function knownAgents(home: string): Promise<readonly KnownAgent[]> {
  return (await askAll(home))?.known ?? [];
}

/** What these listeners know, an agent as often as it is told of. */
export async function agentsAt(listeners: readonly Listening[]): Promise<Told> {
  const told = await Promise.all(
    listeners.map(async (listener) => ({ listener, agents: await agentsOf(listener) })),
  );
  return {
    known: told.flatMap(({ agents }) => agents ?? []),
    silent: told.flatMap(({ listener, agents }) => (agents ? [] : [listener])),
  };
}

async function agentsOf(listener: Listening): Promise<readonly KnownAgent[] | undefined> {
  const { status, body } = await askListener(listener, { method: 'GET', path: '/v1/agents' });
  const agents = status === 200 ? parsePayload(body)?.agents : undefined;
  return Array.isArray(agents) ? agents.map((agent: ReportedAgent) => ({ agent, listener })) : undefined;
}

/** Every decision of these agents. */
export function knownDecisions(known: readonly KnownAgent[]): readonly KnownDecision[] {
  return known.flatMap(({ agent, listener }) =>
    agent.decisions.map((decision) => ({ decision, agent: agent.agent, listener })),
  );
}

/** What a decision may be called by: its own id, that of its request, that of its agent with and without the program. */
export function namesOf({ decision, agent }: KnownDecision): readonly string[] {
  const { id, request } = decision;
  return [id, ...(request === undefined ? [] : [request]), agent, agent.slice(agent.indexOf(':') + 1)];
}

/** Has the listener that told of a decision answer it. */
export async function decideAt({ decision, listener }: KnownDecision, answer: Answer): Promise<Decided> {
  const body = JSON.stringify({ target: decision.id, answer });
  const reply = await askListener(listener, { method: 'POST', path: '/v1/decide', body });
  const status = reply.status === 200 || reply.status === 404 ? reply.status : 409;
  return { status, reason: reply.body || 'the listener did not answer' };
}
