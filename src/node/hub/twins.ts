import type { Event } from '../../core/event/event.ts';
import type { Payload } from '../../core/wire/payload.ts';

const twinMs = 1000;

/**
 * Knows the same request when it comes twice: an agent with entries at two scopes runs both, and each relay has an id of
 * its own. The later one is taken for the earlier.
 */
export class Twins {
  readonly #recent = new Map<string, Event>();

  /** The request as which this one counts: itself, or the one it repeats. */
  firstOf(event: Event, payload: Payload): Event {
    for (const [print, { at }] of this.#recent) {
      if (Math.abs(event.at - at) > twinMs) {
        this.#recent.delete(print);
      }
    }
    const { session_id, agent_id, prompt_id, tool_name, tool_input } = payload;
    const print = JSON.stringify([event.facts?.pid, session_id, agent_id, prompt_id, tool_name, tool_input]);
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
