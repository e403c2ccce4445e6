import type { ReportedAgent } from '../../core/decision/agentReport.ts';
import { parsePayload } from '../../core/event/heardEvent.ts';
import type { Listening } from '../../core/wire/ownerOf.ts';
import { askListener } from '../listener/askListener.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';

/** An agent, and the listener that told of it. */
export interface KnownAgent {
  readonly agent: ReportedAgent;
  readonly listener: Listening;
}

/**
 * What the running listeners know, each agent once: from the listener that holds a request of it, else from the first
 * that knows it. `undefined` when none answers.
 */
export async function knownAgents(home: string): Promise<readonly KnownAgent[] | undefined> {
  const listeners = await listeningIn(home);
  const told = await Promise.all(listeners.map(agentsAt));
  if (told.every((agents) => agents === undefined)) {
    return undefined;
  }
  const known = new Map<string, KnownAgent>();
  for (const one of told.flatMap((agents) => agents ?? [])) {
    const holds = one.agent.decisions.some(({ held }) => held);
    if (holds || !known.has(one.agent.agent)) {
      known.set(one.agent.agent, one);
    }
  }
  return [...known.values()];
}

async function agentsAt(listener: Listening): Promise<readonly KnownAgent[] | undefined> {
  const { status, body } = await askListener(listener, { method: 'GET', path: '/v1/agents' });
  const agents = status === 200 ? parsePayload(body)?.agents : undefined;
  return Array.isArray(agents) ? agents.map((agent: ReportedAgent) => ({ agent, listener })) : undefined;
}
