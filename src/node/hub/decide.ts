import type { Answer } from '../../core/decision/answer.ts';
import type { Decision } from '../../core/decision/decision.ts';
import { agentKey } from '../../core/event/agentEvent.ts';
import type { Event } from '../../core/event/event.ts';
import { decisionsNamed } from '../../core/roster/decisionsNamed.ts';
import type { KnownRoster } from '../../core/roster/rosterStep.ts';
import type { HeldRequests } from './heldRequests.ts';

/** What became of an answer. */
export interface Decided {
  /** 200: it was given. 404: nothing of that name waits. 409: it cannot be given, or not here. */
  readonly status: 200 | 404 | 409;
  readonly reason: string;
}

/** What is needed to decide. */
export interface Desk {
  readonly state: KnownRoster;
  readonly held: HeldRequests;
  readonly tell: (event: Event) => void;
  readonly now: () => number;
}

/** Gives an answer to the decision that `target` names: an agent with one decision, or a decision. */
export function decide(desk: Desk, target: string, answer: Answer): Decided {
  const [decision, second] = decisionsNamed(desk.state, target);
  if (!decision) {
    return { status: 404, reason: `no decision of '${target}' is pending` };
  }
  if (second) {
    return { status: 409, reason: `'${target}' has more than one pending decision; name one of them` };
  }
  const { requestId } = decision.prompt;
  if (requestId !== undefined && desk.held.has(requestId)) {
    const reason = desk.held.answer(requestId, answer);
    return reason === undefined ? { status: 200, reason: `${answer.kind} given` } : { status: 409, reason };
  }
  if (answer.kind === 'escalate') {
    desk.tell(escalated(decision, desk.now()));
    return { status: 200, reason: 'escalate given' };
  }
  return { status: 409, reason: 'it can only be answered at its own terminal: no request of it waits here' };
}

function escalated(decision: Decision, at: number): Event {
  const { program, session, child } = agentKey(decision.agent) ?? { program: '', session: '' };
  return {
    id: `${decision.id}-escalated`,
    at,
    program,
    session,
    ...(child ? { child } : {}),
    evidence: 'hook',
    type: 'decisionSettled',
    decision: decision.id,
    outcome: 'escalated',
  };
}
