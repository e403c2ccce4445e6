import type { Change } from '../../core/agent/change.ts';
import { waits } from '../../core/agent/replies.ts';
import type { Answer } from '../../core/decision/answer.ts';
import { outcomeOfAnswer } from '../../core/decision/answer.ts';
import type { ProgramAnswers } from '../../core/decision/programAnswers.ts';
import { untakenAnswer } from '../../core/decision/untakenAnswer.ts';
import type { DecisionOutcome, Event } from '../../core/event/event.ts';
import type { KnownRoster } from '../../core/roster/rosterStep.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';

/** A request as it came, which only its program can read, and how that program is answered. */
export interface Request {
  readonly payload: Payload;
  readonly answers: ProgramAnswers;
}

interface Held {
  /** More than one where an agent runs two entries for the same request; they get the same answer. */
  relays: readonly WaitingRelay[];
  readonly request: Request;
  readonly event: Event;
  giveWay?: ReturnType<typeof setTimeout>;
}

const rememberedRequests = 1000;

/** What the requests need of whoever holds them. */
export interface Holder {
  readonly now: () => number;
  readonly tell: (event: Event) => void;
  /** Whether a prompt stands that this request is about, and was not left to the terminal. */
  readonly isAsked: (requestId: string) => boolean;
  /** Called when a request is held no longer, however it ended. */
  readonly over: (requestId: string) => void;
}

/** The permission requests that wait here for an answer, by the id of their event. */
export class HeldRequests {
  readonly #held = new Map<string, Held>();
  /** The newest requests the reducer saw: the prompt of such a one stands, or it is over. */
  readonly #applied = new Set<string>();
  readonly #holder: Holder;
  #over = false;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  /** Holds a relay until its request is decided, or over. */
  hold(event: Event, request: Request, relay: WaitingRelay): void {
    if (this.#over) {
      // Its relay has been cut off and looks for the next window; nothing is settled by that.
      return;
    }
    const known = this.#held.get(event.id);
    const held: Held = known ?? { relays: [], request, event };
    held.relays = [...held.relays, relay];
    this.#held.set(event.id, held);
    relay.hold(() => this.#left(held, relay, 'withdrawn'));
    const { givesWayAt = undefined } = event.type === 'promptShown' ? event : {};
    if (relay.isGone) {
      // It left while it was worked out who answers: nobody tells of that a second time. A prompt that was hidden until
      // then is shown now.
      this.#left(held, relay, givesWayAt === undefined ? 'withdrawn' : 'escalated');
      return;
    }
    if (known) {
      return;
    }
    if (givesWayAt !== undefined) {
      const giveWay = () => {
        release(held);
        this.#settle(held, 'escalated');
      };
      held.giveWay = setTimeout(giveWay, Math.max(0, givesWayAt - this.#holder.now()));
    }
  }

  /** Whether the request of this event waits here. */
  has(requestId: string | undefined): boolean {
    return requestId !== undefined && this.#held.has(requestId);
  }

  /** Notes that the reducer saw an event. */
  applied({ id, type }: Event): void {
    if (type === 'promptShown') {
      this.#applied.add(id);
      this.review([id]);
      const [oldest] = this.#applied;
      if (this.#applied.size > rememberedRequests && oldest !== undefined) {
        this.#applied.delete(oldest);
      }
    }
  }

  /** Lets the relays of these requests go, where the prompt was told of and is over, or was left to the terminal. */
  review(requestIds: Iterable<string>): void {
    for (const id of requestIds) {
      const held = this.#held.get(id);
      if (held && this.#applied.has(id) && !this.#holder.isAsked(id)) {
        this.#forget(held);
        release(held);
      }
    }
  }

  /** Answers a request; what comes back is the reason why that cannot be. */
  answer(requestId: string, answer: Answer): string | undefined {
    const held = this.#held.get(requestId);
    if (!held || held.relays.every(({ isGone }) => isGone)) {
      return 'it was already answered in the terminal';
    }
    const { answers, payload } = held.request;
    const verdict = answers.encode(payload, answer);
    if (!verdict.ok) {
      return verdict.reason;
    }
    const { event } = held;
    const untaken = event.type === 'promptShown' && untakenAnswer(answer, answers.replies[event.ask.kind]);
    if (untaken) {
      return untaken;
    }
    if (verdict.output) {
      for (const relay of held.relays) {
        relay.answer(verdict.output);
      }
    } else {
      release(held);
    }
    this.#settle(held, outcomeOfAnswer(answer), answer.kind === 'approve' && answer.edited !== undefined);
    return undefined;
  }

  /** Hands every request on: nobody can be asked here any more. Nothing is settled by that. */
  handOn(): void {
    for (const held of [...this.#held.values()]) {
      this.#forget(held);
      for (const relay of held.relays) {
        relay.cut();
      }
    }
  }

  /** Forgets everything; the connections are cut by the listener. */
  dispose(): void {
    this.#over = true;
    for (const held of this.#held.values()) {
      clearTimeout(held.giveWay);
    }
    this.#held.clear();
  }

  #left(held: Held, relay: WaitingRelay, outcome: DecisionOutcome): void {
    held.relays = held.relays.filter((one) => one !== relay);
    if (held.relays.length === 0) {
      this.#settle(held, outcome);
    }
  }

  #forget(held: Held | undefined): void {
    clearTimeout(held?.giveWay);
    if (held && this.#held.get(held.event.id) === held) {
      this.#held.delete(held.event.id);
      this.#holder.over(held.event.id);
    }
  }

  #settle(held: Held, outcome: DecisionOutcome, edited = false): void {
    if (this.#held.get(held.event.id) !== held) {
      return;
    }
    this.#forget(held);
    const { id, program, session, child } = held.event;
    this.#holder.tell({
      id: `${id}-${outcome}`,
      // Never before the request itself: a relay's clock and ours are the same, but not its arrival.
      at: Math.max(this.#holder.now(), held.event.at),
      program,
      session,
      ...(child ? { child } : {}),
      evidence: 'hook',
      type: 'decisionSettled',
      decision: id,
      outcome,
      ...(edited ? { edited } : {}),
    });
  }
}

function release({ relays }: Held): void {
  for (const relay of relays) {
    relay.release();
  }
}

/** The requests that agents waited for before they changed. */
export function requestsOf(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ before }) => (before?.prompts ?? []).flatMap(({ requestId = [] }) => requestId));
}

/** Whether a prompt stands that a request is about, and was not left to the terminal. */
export function hasRequest(known: KnownRoster, id: string): boolean {
  return known.asking(id).some(({ prompts }) => prompts.some((one) => one.requestId === id && waits(one)));
}
