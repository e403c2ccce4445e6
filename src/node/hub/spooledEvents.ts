import type { Event } from '../../core/event/event.ts';
import { heardEvent, parsePayload } from '../../core/event/heardEvent.ts';
import type { Spool } from '../listener/spool.ts';
import type { Peers } from './peers.ts';
import { SleepingPrompts } from './sleepingPrompts.ts';

/** What {@link SpooledEvents} needs of its surroundings. */
export interface SpooledEventsPorts {
  readonly spool: Spool;
  readonly peers: Peers;
  readonly apply: (event: Event) => void;
  /** Whether an event is none of this listener's business. */
  readonly isForeign: (event: Event) => boolean;
}

/** Takes in what nobody heard when it happened: from the spool, or handed on by a peer. */
export class SpooledEvents {
  readonly #ports: SpooledEventsPorts;
  readonly #sleeping = new SleepingPrompts();

  constructor(ports: SpooledEventsPorts) {
    this.#ports = ports;
  }

  /** Clears away what a claim that was never finished has left in the spool. */
  sweep(): void {
    this.#ports.spool.sweep(Date.now());
  }

  /** Hears everything that lies in the spool, and hands it on to the peers. */
  async take(): Promise<void> {
    const { spool, peers, isForeign } = this.#ports;
    const taken = spool.take();
    for (const { head, body } of taken) {
      const payload = parsePayload(body);
      const event = payload && heardEvent(head, payload, Date.now());
      if (event && !isForeign(event)) {
        this.hear(event);
      }
    }
    await peers.handOn(taken);
  }

  /** Hears one of them, in the order they were kept and without the wait of the queue: nothing older is on its way. */
  hear(event: Event): void {
    if (!this.#sleeping.lay(event)) {
      this.#ports.apply(event);
    }
  }

  /** The prompts that an event wakes. */
  wakenBy(event: Event): readonly Event[] {
    return this.#sleeping.wakenBy(event);
  }
}
