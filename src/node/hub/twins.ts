import type { Event } from '../../core/event/event.ts';

const twinMs = 1000;

/**
 * Knows the same request when it comes twice: an agent with entries at two scopes runs both, and each relay has an id of
 * its own. The later one is taken for the earlier.
 */
export class Twins {
  readonly #recent = new Map<string, Event>();

  /** The request as which this one counts: itself, or the one it repeats. `request` is all that tells it from others. */
  firstOf(event: Event, request: string): Event {
    for (const [print, { at }] of this.#recent) {
      if (Math.abs(event.at - at) > twinMs) {
        this.#recent.delete(print);
      }
    }
    const print = JSON.stringify([event.facts?.pid, event.program, request]);
    const first = this.#recent.get(print) ?? event;
    this.#recent.set(print, first);
    return first;
  }

  /** Notes that a request is over: what asks the same from now on asks anew. */
  forget(id: string): void {
    for (const [print, event] of this.#recent) {
      if (event.id === id) {
        this.#recent.delete(print);
      }
    }
  }
}
