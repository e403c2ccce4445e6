import type { Answer } from '../../core/decision/answer.ts';
import { parseAnswer } from '../../core/decision/answer.ts';
import type { Event } from '../../core/event/event.ts';
import { decisionsNamed } from '../../core/roster/decisionsNamed.ts';
import { leftToTerminal } from '../../core/roster/leftRequests.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { AgentKeeper } from './agentKeeper.ts';
import type { HeldRequests } from './heldRequests.ts';
import type { HubOptions } from './hubOptions.ts';
import type { Peers } from './peers.ts';

/** What became of an answer. */
export interface Decided {
  /** 200: it was given. 404: nothing of that name waits. 409: it cannot be given, or not here. */
  readonly status: 200 | 404 | 409;
  readonly reason: string;
}

/** What {@link Decisions} needs of its surroundings. */
export interface DecisionsPorts extends Pick<HubOptions, 'chooseRun'> {
  readonly keeper: AgentKeeper;
  readonly held: HeldRequests;
  readonly peers: Peers;
  readonly tell: (event: Event) => void;
}

/** Who answers: the request that waits here, the one that waits at a peer, or a run. */
export class Decisions {
  readonly #ports: DecisionsPorts;

  constructor(ports: DecisionsPorts) {
    this.#ports = ports;
  }

  /** Gives an answer to an agent's only decision, or to the decision named. */
  decide(target: string, answer: Answer): Decided {
    const { keeper, held, tell } = this.#ports;
    const [decision, second] = decisionsNamed(keeper.state, target);
    if (!decision) {
      return { status: 404, reason: `no decision of '${target}' is pending` };
    }
    if (second) {
      return { status: 409, reason: `'${target}' has more than one pending decision; name one of them` };
    }
    const { requestId } = decision.prompt;
    if (requestId !== undefined && held.has(requestId)) {
      const reason = held.answer(requestId, answer);
      return reason === undefined ? { status: 200, reason: `${answer.kind} given` } : { status: 409, reason };
    }
    if (answer.kind === 'escalate') {
      tell(leftToTerminal(decision.agent, decision.id, Date.now()));
      return { status: 200, reason: 'escalate given' };
    }
    return {
      status: 409,
      reason: 'it can only be answered at its own terminal: no request of it waits here',
    };
  }

  /** Gives an answer here or, where the request waits at a peer, there. */
  async decideAnywhere(target: string, answer: Answer): Promise<Decided> {
    const { keeper, held, peers } = this.#ports;
    const named = decisionsNamed(keeper.state, target);
    if (named.length > 1 || named.some(({ prompt }) => held.has(prompt.requestId))) {
      return this.decide(target, answer);
    }
    // Only what is known here may be meant: a peer may know of another decision of the same agent. It may have
    // another id for this one, but the request has one.
    const [decision] = named;
    const names = decision ? [decision.id, decision.prompt.requestId ?? decision.id] : [target];
    return (await peers.decide(names, answer)) ?? this.decide(target, answer);
  }

  /** Does what a peer or the command line wants decided here. */
  decideWanted(wanted: Payload): Decided {
    if (typeof wanted.choice === 'string') {
      return this.#ports.chooseRun?.(wanted) ?? { status: 404, reason: 'no run is supervised here' };
    }
    const answer = parseAnswer(wanted.answer);
    return typeof wanted.target === 'string' && answer
      ? this.decide(wanted.target, answer)
      : { status: 409, reason: 'the request names no decision, or no answer' };
  }
}
