import type { Agent } from '../../core/agent/agent.ts';
import type { Event } from '../../core/event/event.ts';
import { leftByRelay } from '../../core/roster/leftRequests.ts';
import type { RosterStep } from '../../core/roster/rosterStep.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { WireHead } from '../../core/wire/wireHead.ts';
import { CallingAgents } from '../evidence/callingAgents.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import { Spool } from '../listener/spool.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';
import type { AgentKeeper } from './agentKeeper.ts';
import { EventQueue } from './eventQueue.ts';
import { HeldRequests, hasRequest, requestsOf } from './heldRequests.ts';
import { HeldStops } from './heldStops.ts';
import type { HubOptions } from './hubOptions.ts';
import { KeptFile } from './keptFile.ts';
import type { Neighbours } from './neighbours.ts';
import { Reception } from './reception.ts';
import { SleepingPrompts } from './sleepingPrompts.ts';
import { SpooledEvents } from './spooledEvents.ts';

/** What {@link Intake} needs of its surroundings. */
export interface IntakePorts {
  readonly options: HubOptions;
  readonly files: DiscoveryFiles;
  readonly keeper: AgentKeeper;
  readonly neighbours: Neighbours;
  readonly log: (phrase: string) => void;
}

/** The way of an event to what is known, wherever it comes from, and of the answer to a relay that waits. */
export class Intake {
  readonly held: HeldRequests;
  readonly #ports: IntakePorts;
  readonly #kept: KeptFile;
  readonly #spooled: SpooledEvents;
  readonly #sleeping: SleepingPrompts;
  readonly #queue = new EventQueue((event) => this.apply(event), Date.now);
  readonly #stops = new HeldStops();
  readonly #reception: Reception;

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    const { options, files, keeper, neighbours, log } = ports;
    const { peers } = neighbours;
    const { home, version } = options;
    const { programs } = options;
    const confirming = new Set(programs.filter(({ events }) => events.confirmsPrompts).map(({ id }) => id));
    const confirmsPrompts = (program: string) => confirming.has(program);
    const calling = new CallingAgents();
    this.#kept = new KeptFile({ home, version, now: Date.now, confirmsPrompts, log });
    this.#sleeping = new SleepingPrompts(confirmsPrompts);
    this.#spooled = new SpooledEvents({
      spool: new Spool(home),
      peers,
      programs,
      sleeping: this.#sleeping,
      calling,
      apply: (event) => this.apply(event),
      left: (id) => leftByRelay(keeper.state, id, Date.now()),
      keptAs: (event, payload, program) =>
        this.#reception.keptAs(event, { payload, answers: program?.answers }),
      isForeign: (event) => this.#reception.isForeignShow(event),
      log,
    });
    const { hiddenWaitMs, canAsk, ownsShow } = options;
    this.held = new HeldRequests({
      now: Date.now,
      tell: (event) => {
        this.push(event);
        void peers.tell(event);
      },
      isAsked: (id) => hasRequest(keeper.state, id),
      over: (id) => this.#reception.over(id),
    });
    this.#reception = new Reception({
      canAsk,
      ownsShow,
      hiddenWaitMs,
      programs,
      files,
      calling,
      held: this.held,
      stops: this.#stops,
      push: (event) => this.push(event),
      hearSpooled: (event) => this.#spooled.hear(event),
      holds: () => options.held?.(),
      cannotAsk: () => neighbours.cannotAsk(),
    });
  }

  /** Takes in what a relay or a peer brings. */
  hear(head: WireHead, payload: Payload, relay: WaitingRelay | undefined): void {
    this.#reception.hear(head, payload, relay).catch(() => {
      this.#ports.log('an event could not be heard');
      relay?.release();
    });
  }

  /** Takes in an event that happened a moment ago: what happened before it may still be on its way. */
  push(event: Event): void {
    this.#queue.push(event);
  }

  /** Applies an event at once. */
  apply(heard: Event): void {
    const { keeper } = this.#ports;
    const event = this.#stops.meant(heard);
    keeper.adopt(this.#kept.before(event));
    for (const prompt of this.#sleeping.wakenBy(event)) {
      keeper.dispatch(prompt);
    }
    let goesOn: Event | undefined;
    // An agent that waits is answered before anybody else hears.
    keeper.dispatch(event, (effects) => {
      goesOn = this.#stops.answer(event, effects, Date.now());
    });
    if (goesOn) keeper.dispatch(goesOn);
    this.held.applied(event);
  }

  /** Applies what waits to be sorted. */
  sort(): void {
    this.#queue.catchUp();
  }

  /** Hears what lies in the spool. */
  takeSpool(): Promise<void> {
    return this.#spooled.take();
  }

  /** Those who died while nobody listened. */
  readKept(): readonly Agent[] {
    return this.#kept.read();
  }

  /** Writes what the next listener has to know. */
  save(): void {
    this.#kept.save(this.#ports.keeper.state);
  }

  /** Looks at what a step changed: what waits here may be over. */
  stepped({ agents }: RosterStep): void {
    this.held.review(requestsOf(agents));
    this.#kept.changed(agents);
  }

  /** Forgets what was not applied, and lets go of every relay. */
  dispose(): void {
    this.held.dispose();
    this.#queue.dispose();
  }
}
