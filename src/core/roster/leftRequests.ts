import type { Agent } from '../agent/agent.ts';
import { waits } from '../agent/replies.ts';
import type { Prompt } from '../agent/state.ts';
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
        ? [left(agent, prompt, givesWayAt)]
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
    const prompt = agent.prompts.find((one) => one.requestId === id && waits(one));
    if (prompt) {
      return left(agent, prompt, now);
    }
  }
  return undefined;
}

/** Its id is that of the holder's own word, so that only one of the two counts. */
function left(agent: Agent, { id, requestId = id }: Prompt, at: number): Event {
  const { program, session, child } = agentKey(agent.id) ?? {
    program: agent.program,
    session: agent.session,
  };
  return {
    id: `${requestId}-escalated`,
    at,
    program,
    session,
    ...(child ? { child } : {}),
    evidence: 'hook',
    type: 'decisionSettled',
    decision: requestId,
    outcome: 'escalated',
  };
}
