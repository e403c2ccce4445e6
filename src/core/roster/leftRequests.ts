import type { AgentId } from '../agent/agent.ts';
import { waits } from '../agent/replies.ts';
import { agentKey } from '../event/agentEvent.ts';
import type { Event } from '../event/event.ts';
import type { AgentsState } from './agentsState.ts';
import type { KnownRoster } from './rosterStep.ts';

/**
 * The word that requests are left to the terminal whose time is up by now. Whoever holds one says so itself; it may have
 * gone, or its machine may have slept, so everybody who knows of the request also goes by the clock.
 */
export function leftByNow({ agents }: Pick<AgentsState, 'agents'>, now: number): readonly Event[] {
  return [...agents.values()].flatMap((agent) =>
    agent.prompts.flatMap((prompt) => {
      const { givesWayAt } = prompt;
      return givesWayAt !== undefined && givesWayAt <= now && waits(prompt)
        ? [leftToTerminal(agent.id, prompt.requestId ?? prompt.id, givesWayAt)]
        : [];
    }),
  );
}

/**
 * The same of the request with this id, whose relay kept it. A relay does that only when it ends without an answer, so
 * nothing waits for one any more, and the agent asks in its own terminal.
 */
export function leftByRelay(known: Pick<KnownRoster, 'asking'>, id: string, now: number): Event | undefined {
  for (const agent of known.asking(id)) {
    if (agent.prompts.some((one) => one.requestId === id && waits(one))) {
      return leftToTerminal(agent.id, id, now);
    }
  }
  return undefined;
}

/**
 * The word that a request is left to the agent's terminal. Whoever says so gives it the same id, so that only the first one
 * counts.
 */
export function leftToTerminal(agent: AgentId, request: string, at: number): Event {
  const { program, session, child } = agentKey(agent) ?? { program: '', session: '' };
  return {
    id: `${request}-escalated`,
    at,
    program,
    session,
    ...(child ? { child } : {}),
    evidence: 'hook',
    type: 'decisionSettled',
    decision: request,
    outcome: 'escalated',
  };
}
