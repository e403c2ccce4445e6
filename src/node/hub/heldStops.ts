import type { Event } from '../../core/event/event.ts';
import type { Effect } from '../../core/roster/rosterStep.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';

interface HeldStop {
  readonly relay: WaitingRelay;
  readonly refuse: ((text: string) => string) | undefined;
}

/** What an agent was told instead of ending its turn. */
interface HeldRefusal {
  readonly text: string;
  readonly at: number;
}

const echoMs = 60_000;
const longPrompt = 900;

/**
 * The ends of turns that wait for a word, and the signals that wait until they count, by the id of their event. They are
 * answered as soon as they are applied.
 */
export class HeldStops {
  readonly #held = new Map<string, HeldStop>();
  /** The last refusal of each agent. */
  readonly #refusals = new Map<string, HeldRefusal>();

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
    this.#refusals.set(`${program}:${session}`, { text: block.text, at });
    return { id: `${event.id}-refused`, at, program, session, evidence: 'hook', type: 'workNoticed' };
  }

  /**
   * An event as it is meant: some programs hand a refusal to their agent as a prompt, and tell of that as of any other. The
   * person wrote nothing.
   */
  meant(event: Event): Event {
    if (event.type !== 'promptSubmitted' || event.child) {
      return event;
    }
    const key = `${event.program}:${event.session}`;
    const { text, at } = this.#refusals.get(key) ?? { text: '', at: Number.NEGATIVE_INFINITY };
    this.#refusals.delete(key);
    const { firstPrompt = '', ...facts } = event.facts ?? {};
    // Of a long one only the beginning is kept.
    const isSame = firstPrompt === text || (firstPrompt.length > longPrompt && text.startsWith(firstPrompt));
    const isEcho = isSame && event.at - at < echoMs;
    return isEcho ? { ...event, facts, type: 'workNoticed' } : event;
  }
}
