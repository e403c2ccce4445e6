import { agentId } from '../../core/agent/agent.ts';
import type { Event } from '../../core/event/event.ts';

/**
 * The prompts that were asked while nobody listened. Nobody knows whether they still stand, so they sleep until the
 * program's own session file says that it waits; newer news of whoever asks ends them. A file speaks for a whole
 * conversation, any other news only for the agent it is about. What has no session file could never be woken, and does
 * not sleep.
 */
export class SleepingPrompts {
  readonly #confirmsPrompts: (program: string) => boolean;
  #asleep: readonly Event[] = [];

  constructor(confirmsPrompts: (program: string) => boolean) {
    this.#confirmsPrompts = confirmsPrompts;
  }

  /** Puts a spooled event to sleep if it is such a prompt, and says whether it did. */
  lay(event: Event): boolean {
    if (event.type !== 'promptShown' || !this.#confirmsPrompts(event.program)) {
      return false;
    }
    this.#asleep = [...this.#asleep, event];
    return true;
  }

  /** The prompts that an event wakes; those of the same agent that are older than it are not asked again. */
  wakenBy(event: Event): readonly Event[] {
    if (this.#asleep.length === 0) {
      return [];
    }
    const conversation = (one: Event) => agentId(one.program, one.session);
    const agent = (one: Event) => agentId(one.program, one.session, one.child?.id);
    const wakes = (one: Event) => event.type === 'waitingRead' && conversation(one) === conversation(event);
    const woken = this.#asleep.filter(wakes);
    const over = (one: Event) => agent(one) === agent(event) && event.at >= one.at;
    this.#asleep = this.#asleep.filter((one) => !wakes(one) && !over(one));
    return woken;
  }
}
