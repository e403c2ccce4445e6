import type { Event } from '../../core/event/event.ts';
import type { Effect } from '../../core/roster/rosterStep.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';

interface HeldStop {
  readonly relay: WaitingRelay;
  readonly refuse: ((text: string) => string) | undefined;
}

/**
 * The ends of turns that wait for a word, and the signals that wait until they count, by the id of their event. They are
 * answered as soon as they are applied.
 */
export class HeldStops {
  readonly #held = new Map<string, HeldStop>();

  /** Keeps a relay until its event is applied. `refuse` puts a refusal into the words of its program. */
  hold({ id }: Event, relay: WaitingRelay, refuse?: (text: string) => string): void {
    // The same event twice is one to the reducer, and the first relay speaks for both.
    this.#held.get(id)?.relay.release();
    this.#held.set(id, { relay, refuse });
  }

  /** Answers the end of a turn that is applied, which has these effects. Where it is refused, what comes back says that the agent goes on. */
  answer(event: Event, effects: readonly Effect[], now: number): Event | undefined {
    const block = effects.find((effect) => effect.type === 'blockStop');
    const { relay, refuse } = this.#held.get(event.id) ?? {};
    this.#held.delete(event.id);
    if (!block || !relay || !refuse || relay.isGone) {
      relay?.release();
      return undefined;
    }
    relay.answer(refuse(block.text));
    const { program, session } = event;
    const at = Math.max(now, event.at);
    return { id: `${event.id}-refused`, at, program, session, evidence: 'hook', type: 'workNoticed' };
  }
}
