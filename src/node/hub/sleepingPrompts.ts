import { agentId } from '../../core/agent/agent.ts';
import type { Event } from '../../core/event/event.ts';

/**
 * The prompts that were asked while nobody listened. Nobody knows whether they still stand, so they sleep until the
 * program's own session file says that it waits; any other news of their conversation ends them.
 */
export class SleepingPrompts {
  readonly #asleep = new Map<string, readonly Event[]>();

  /** Puts a spooled event to sleep if it is a prompt, and says whether it did. */
  lay(event: Event): boolean {
    if (event.type !== 'promptShown') {
      return false;
    }
    const id = agentId(event.program, event.session);
    this.#asleep.set(id, [...(this.#asleep.get(id) ?? []), event]);
    return true;
  }

  /** The prompts that an event wakes; whatever it is, those older than it are not asked again. */
  wakenBy(event: Event): readonly Event[] {
    const id = agentId(event.program, event.session);
    const asleep = this.#asleep.get(id) ?? [];
    if (asleep.length === 0 || (event.type !== 'waitingRead' && asleep.every(({ at }) => event.at < at))) {
      return [];
    }
    this.#asleep.delete(id);
    return event.type === 'waitingRead' ? asleep : [];
  }
}
