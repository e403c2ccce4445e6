import type { Event } from '../../core/event/event.ts';
import { heardEvent, parsePayload } from '../../core/event/heardEvent.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { SpooledEvent } from '../../core/wire/wireHead.ts';
import type { CallingAgents, RelayCaller } from '../evidence/callingAgents.ts';
import { withProcess } from '../evidence/callingAgents.ts';
import type { Spool } from '../listener/spool.ts';
import type { AgentProgram } from '../programNode.ts';
import type { Peers } from './peers.ts';
import type { SleepingPrompts } from './sleepingPrompts.ts';

/** What {@link SpooledEvents} needs of its surroundings. */
export interface SpooledEventsPorts {
  readonly spool: Spool;
  readonly peers: Peers;
  readonly programs: readonly AgentProgram[];
  readonly sleeping: SleepingPrompts;
  readonly calling: CallingAgents;
  readonly apply: (event: Event) => void;
  /** The word that a known request waits nowhere any more, where an event is one that its relay kept. */
  readonly left: (id: string) => Event | undefined;
  /** The same event, by the id of the request that it repeats, if it is one. */
  readonly keptAs: (event: Event, payload: Payload, program: AgentProgram | undefined) => Event;
  /** Whether an event is none of this listener's business. */
  readonly isForeign: (event: Event) => boolean;
  readonly log: (phrase: string) => void;
}

/** Takes in what nobody heard when it happened: from the spool, or handed on by a peer. */
export class SpooledEvents {
  readonly #ports: SpooledEventsPorts;

  constructor(ports: SpooledEventsPorts) {
    this.#ports = ports;
  }

  /**
   * Hears everything that lies in the spool, and hands it on to the peers. Only then is an event deleted: whoever dies
   * before that leaves it to the next listener, and the peers know it by its id.
   */
  async take(): Promise<void> {
    const { spool, peers } = this.#ports;
    const claimed = spool.claim(Date.now());
    for (const one of claimed) this.#hearClaimed(one);
    for (const one of claimed) {
      await peers.handOn(one).catch(() => {});
      one.done();
    }
  }

  /** What is wrong with one event must not cost the others. */
  #hearClaimed({ head, body }: SpooledEvent): void {
    const { isForeign, keptAs, log, programs } = this.#ports;
    try {
      const payload = parsePayload(body);
      const { event: told, program } = (payload && heardEvent(programs, head, payload, Date.now())) ?? {};
      if (!payload) log('a spooled event could not be read');
      if (payload && told && !isForeign(told)) {
        const event = keptAs(told, payload, program);
        this.hear(event);
        if (program) void this.#findProcess(event, { ppid: head.ppid, program });
      }
    } catch {
      log('a spooled event could not be heard');
    }
  }

  /** Hears one of them, in the order they were kept and without the wait of the queue: nothing older is on its way. */
  hear(event: Event): void {
    const left = this.#ports.left(event.id);
    if (left) this.#ports.apply(left);
    if (!this.#ports.sleeping.lay(event)) {
      this.#ports.apply(event);
    }
  }

  /** Later events must not wait for it, so it is told by itself: the agent may have said its last word by now. */
  async #findProcess(event: Event, call: RelayCaller): Promise<void> {
    const process = await this.#ports.calling.of(event, call);
    const { program, session, at } = event;
    const head = { id: `${event.id}-process`, at, program, session, evidence: 'process' } as const;
    if (process) {
      this.#ports.apply(withProcess({ ...head, type: 'noted' }, process, call.program));
    }
  }
}
