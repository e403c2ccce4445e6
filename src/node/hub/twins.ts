import type { Event } from '../../core/event/event.ts';

const twinMs = 1000;
const remembered = 100;

interface Known {
  readonly event: Event;
  /** Those of all that counted as it. */
  readonly ids: readonly string[];
  readonly isOver: boolean;
}

/**
 * Knows the same request when it comes twice: an agent with entries at two scopes runs both, and each relay has an id of
 * its own. The later one is taken for the earlier. Some agents run the second when the first was answered; that is still
 * the same request where it was asked at the very same moment.
 * What comes again under its own id, as from a relay that kept it, is what it was before.
 */
export class Twins {
  readonly #known = new Map<string, Known>();

  /** The request as which this one counts: itself, or the one it repeats. `request` is all that tells it from others. */
  firstOf(event: Event, request: string): Event {
    const again = [...this.#known.values()].find(({ ids }) => ids.includes(event.id));
    if (again) {
      return again.event;
    }
    const print = JSON.stringify([event.facts?.pid, event.program, request]);
    const known = this.#known.get(print);
    if (known && Math.abs(event.at - known.event.at) <= (known.isOver ? 0 : twinMs)) {
      this.#known.set(print, { ...known, ids: [...known.ids, event.id] });
      return known.event;
    }
    // The newest last, so that the oldest is the first to go.
    this.#known.delete(print);
    this.#known.set(print, { event, ids: [event.id], isOver: false });
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered && oldest !== undefined) {
      this.#known.delete(oldest);
    }
    return event;
  }

  /** Notes that a request is over: what asks the same at another moment asks anew. */
  over(id: string): void {
    for (const [print, known] of this.#known) {
      if (known.event.id === id) {
        this.#known.set(print, { ...known, isOver: true });
      }
    }
  }
}
