import { agentId } from '../../core/agent/agent.ts';
import type { ProgramAnswers } from '../../core/decision/programAnswers.ts';
import { isDemoSession } from '../../core/demo/demoSession.ts';
import type { Event } from '../../core/event/event.ts';
import { heardEvent } from '../../core/event/heardEvent.ts';
import type { Program } from '../../core/program/program.ts';
import { callerPid } from '../../core/wire/ownCall.ts';
import { ownerOf } from '../../core/wire/ownerOf.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { WireHead } from '../../core/wire/wireHead.ts';
import type { CallingAgents } from '../evidence/callingAgents.ts';
import { withProcess } from '../evidence/callingAgents.ts';
import { ancestors } from '../evidence/processTable.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';
import type { HeldRequests, Request } from './heldRequests.ts';
import type { HeldStops } from './heldStops.ts';
import type { HubOptions } from './hubOptions.ts';
import { Twins } from './twins.ts';

/** What {@link Reception} needs of its surroundings. */
export interface ReceptionPorts extends Pick<HubOptions, 'canAsk' | 'ownsShow' | 'hiddenWaitMs'> {
  readonly files: DiscoveryFiles;
  readonly programs: readonly Program[];
  readonly calling: CallingAgents;
  readonly held: HeldRequests;
  readonly stops: HeldStops;
  readonly push: (event: Event) => void;
  /** Takes an event that was kept while nobody listened. */
  readonly hearSpooled: (event: Event) => void;
  /** Hears that a request is held. */
  readonly holds: () => void;
  /** Tells the others that nobody can be asked here. */
  readonly cannotAsk: () => void;
}

/** What a relay kept, as it came, and how its program is answered, where it is. */
interface Kept {
  readonly payload: Payload;
  readonly answers: ProgramAnswers | undefined;
}

/** What becomes of an event that a relay or a peer brings, and of a relay that waits. */
export class Reception {
  readonly #ports: ReceptionPorts;
  readonly #twins = new Twins();

  constructor(ports: ReceptionPorts) {
    this.#ports = ports;
  }

  /** Takes in one event. A relay that waits is held, or let go. */
  async hear(head: WireHead, payload: Payload, relay: WaitingRelay | undefined): Promise<void> {
    const { programs, push, hearSpooled } = this.#ports;
    const { event: told, program } = heardEvent(programs, head, payload, Date.now()) ?? {};
    // Nobody waits who needs not: a relay that waits is seen to go.
    const process = told && program && this.#ports.calling.of(told, { ppid: head.ppid, program });
    const heard = process ? withProcess(told, await process, program) : told;
    if (heard && this.isForeignShow(heard)) {
      relay?.release();
      return;
    }
    const { answers } = program ?? {};
    const isRequest = heard?.type === 'promptShown' && relay && answers;
    const event = isRequest
      ? this.#givingWay(this.#twins.firstOf(heard, answers.print(payload)), answers)
      : heard;
    if (event && head.spooled) {
      hearSpooled(this.keptAs(event, { payload, answers }));
      relay?.release();
      return;
    }
    if (event && relay && (event.type === 'turnEnded' || event.type === 'signalled')) {
      // Before it is applied: that is when it is answered.
      this.#ports.stops.hold(event, relay, answers?.refuseStop);
      push(event);
      return;
    }
    if (event) {
      push(event);
    }
    if (event && relay && program && answers && event.type === 'promptShown') {
      const pid = callerPid(head, program) ?? heard?.facts?.pid;
      await this.#holdOrRelease(event, { payload, answers }, pid, relay);
    } else {
      relay?.release();
    }
  }

  /** A request that its relay kept, by the id of the one that it repeats: each of two relays keeps its own. */
  keptAs(event: Event, { payload, answers }: Kept): Event {
    return event.type === 'promptShown' && !event.generic && answers
      ? { ...event, id: this.#twins.firstOf(event, answers.print(payload)).id }
      : event;
  }

  /** Notes that a request is over: what asks the same at another moment asks anew. */
  over(id: string): void {
    this.#twins.over(id);
  }

  /** A show belongs to its window, and ends with it: its agents have no process by which others could see that. */
  isForeignShow({ session }: Event): boolean {
    return isDemoSession(session) && !this.#ports.ownsShow(session);
  }

  /** Says when a request gives way whose own prompt is not shown meanwhile. That is counted from when it was asked. */
  #givingWay(event: Event, { hidesPrompt }: ProgramAnswers): Event {
    const isHidden = hidesPrompt === 'always' || (hidesPrompt === 'inSubagents' && event.child !== undefined);
    return isHidden && event.type === 'promptShown'
      ? { ...event, givesWayAt: event.at + this.#ports.hiddenWaitMs() }
      : event;
  }

  async #holdOrRelease(
    event: Event,
    request: Request,
    pid: number | undefined,
    relay: WaitingRelay,
  ): Promise<void> {
    const { files, held, canAsk, cannotAsk } = this.#ports;
    const pids = pid === undefined ? [] : [pid, ...(await ancestors(pid))];
    const { program, session, facts: { cwd, startedAs } = {} } = event;
    const owner = ownerOf(await files.live(), {
      agent: agentId(program, session),
      pids,
      ...(startedAs === undefined ? {} : { startedAs }),
      ...(cwd === undefined ? {} : { cwd }),
    });
    // Nobody else knows the agents of a show, whoever's folder they say they are in.
    if (owner?.id !== files.id && !isDemoSession(event.session)) {
      relay.release();
    } else if (await canAsk()) {
      held.hold(event, request, relay);
      // It may have been over before anybody was asked.
      held.review([event.id]);
      this.#ports.holds();
    } else {
      cannotAsk();
      relay.release(true);
    }
  }
}
