import type { Event } from '../../core/event/event.ts';
import type { Effect } from '../../core/roster/effect.ts';
import type { RunEffect } from '../../core/run/runEffect.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';

type Block = Extract<RunEffect, { type: 'blockStop' }>;

/**
 * The ends of turns that wait for a word, and the signals that wait until they count, by the id of their event. They are
 * answered as soon as they are applied.
 */
export class HeldStops {
  readonly #relays = new Map<string, WaitingRelay>();
  #block: Block | undefined;

  /** Keeps a relay until its event is applied. */
  hold({ id }: Event, relay: WaitingRelay): void {
    // The same event twice is one to the reducer, and the first relay speaks for both.
    this.#relays.get(id)?.release();
    this.#relays.set(id, relay);
  }

  /** Notes what a step wants. */
  note(effects: readonly Effect[]): void {
    this.#block = effects.find((effect) => effect.type === 'blockStop') ?? this.#block;
  }

  /** Answers the end of a turn that was applied. Where it is refused, what comes back says that the agent goes on. */
  answer(event: Event, now: number): Event | undefined {
    const block = this.#block;
    this.#block = undefined;
    const relay = this.#relays.get(event.id);
    this.#relays.delete(event.id);
    if (!block || !relay || relay.isGone) {
      relay?.release();
      return undefined;
    }
    relay.answer(JSON.stringify({ decision: 'block', reason: block.text }));
    const { program, session } = event;
    const at = Math.max(now, event.at);
    return { id: `${event.id}-refused`, at, program, session, evidence: 'hook', type: 'workNoticed' };
  }
}
