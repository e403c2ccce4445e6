import { adoptAgents, agentsText } from '../../core/agent/agentsCodec.ts';
import { agentReport } from '../../core/decision/agentReport.ts';
import type { Answer } from '../../core/decision/answer.ts';
import { parseAnswer } from '../../core/decision/answer.ts';
import { isDemoSession } from '../../core/demo/playDemo.ts';
import type { Event } from '../../core/event/event.ts';
import { heardEvent, parsePayload } from '../../core/event/heardEvent.ts';
import { callerPid } from '../../core/wire/callerOf.ts';
import type { Discovery } from '../../core/wire/discovery.ts';
import { ownerOf } from '../../core/wire/ownerOf.ts';
import { protocol } from '../../core/wire/protocol.ts';
import type { SpooledEvent, WireHead } from '../../core/wire/wireHead.ts';
import { ClaudeEvidence } from '../evidence/claudeEvidence.ts';
import { ancestors, processStart } from '../evidence/processTable.ts';
import { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import type { Payload } from '../listener/listener.ts';
import { Listener } from '../listener/listener.ts';
import { Spool } from '../listener/spool.ts';
import type { WaitingRelay } from '../listener/waitingRelay.ts';
import { pidDomain } from '../pidDomain.ts';
import { AgentKeeper } from './agentKeeper.ts';
import type { Decided } from './decide.ts';
import { decide } from './decide.ts';
import { EventQueue } from './eventQueue.ts';
import { HeldRequests } from './heldRequests.ts';
import { Peers } from './peers.ts';
import { SleepingPrompts } from './sleepingPrompts.ts';
import { Twins } from './twins.ts';

/** What a hub is told about itself and its surroundings. */
export interface HubOptions {
  readonly home: string;
  /** Claude Code's own folder. */
  readonly claudeDir: string;
  readonly version: string;
  readonly role: 'window' | 'serve';
  readonly folders: readonly string[];
  readonly subagentWaitMs: () => number;
  /** Whether requests may be answered here at all. */
  readonly asks: boolean;
  /** Whether a person could be asked here at this moment; a window whose page is gone cannot. */
  readonly canAsk: () => Promise<boolean>;
  /** Whether a session of demo agents belongs to the show that is on here. */
  readonly ownsShow: (session: string) => boolean;
  /** Fixed phrases only: nothing that an agent or a person wrote. */
  readonly log: (phrase: string) => void;
}

/** Where a listener is among the others: its folders, the shells in its terminals, when it was used last. */
type HubPlace = Pick<Discovery, 'folders' | 'terminals' | 'lastFocusedAt'>;

const tickMs = 1000;

/** Everything one process needs to know the agents of this machine: the state, the listener, the spool, the evidence. */
export class AgentHub {
  readonly keeper = new AgentKeeper(Date.now);
  readonly #options: HubOptions;
  readonly #startedAt = Date.now();
  readonly #files: DiscoveryFiles;
  readonly #peers: Peers;
  readonly #spool: Spool;
  readonly #queue = new EventQueue((event) => this.#apply(event), Date.now);
  readonly #sleeping = new SleepingPrompts();
  readonly #twins = new Twins();
  readonly #held: HeldRequests;
  readonly #listener: Listener;
  readonly #evidence: ClaudeEvidence;
  readonly #logged = new Set<string>();
  #over = false;
  #asks: boolean;
  #process: Pick<Discovery, 'processStart' | 'domain'> = {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #place: HubPlace;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#asks = options.asks;
    this.#place = { folders: options.folders, terminals: [], lastFocusedAt: this.#startedAt };
    this.#files = new DiscoveryFiles(options.home);
    this.#peers = new Peers(this.#files);
    this.#spool = new Spool(options.home);
    const tell = (event: Event) => this.#queue.push(event);
    const settle = (event: Event) => {
      tell(event);
      void this.#peers.tellSettled(event);
    };
    const over = (id: string) => this.#twins.forget(id);
    const { subagentWaitMs } = options;
    this.#held = new HeldRequests({ now: Date.now, subagentWaitMs, tell: settle, over });
    this.#listener = new Listener({
      hear: (head, payload, relay) => {
        this.#hear(head, payload, relay).catch(() => {
          this.#logOnce('an event could not be heard');
          relay?.release();
        });
      },
      tell: (what) => this.#tell(what),
      decide: (wanted) => this.#decide(wanted),
      refused: (kind) => this.#logOnce(kind),
    });
    this.#evidence = new ClaudeEvidence({
      configDir: options.claudeDir,
      tell,
      agents: () => this.keeper.state,
      log: (phrase) => this.#logOnce(phrase),
    });
    this.keeper.onStep(() => {
      this.#held.review(this.keeper.state);
      this.#evidence.changed();
    });
  }

  /** Listens, becomes known, hears what the peers know, and starts to look around. */
  async start(): Promise<void> {
    await this.#listener.start();
    const start = await processStart(process.pid);
    this.#process = { domain: await pidDomain(), ...(start === undefined ? {} : { processStart: start }) };
    if (this.#over) {
      this.#listener.stop();
      return;
    }
    this.#publish();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    const known = await this.#peers.agents(this.#options.version);
    if (!this.#over) {
      this.keeper.replace(adoptAgents(this.keeper.state, known));
      // The spool first: what was asked meanwhile is asked again when the session files say so.
      this.#spool.sweep(Date.now());
      await this.#takeSpool();
      this.#evidence.start();
    }
  }

  /** Tells the others what changed about this window. */
  place(place: HubPlace): void {
    this.#place = place;
    if (this.#timer && !this.#over) {
      this.#publish();
    }
  }

  /** Gives an answer to an agent's only decision, or to the decision named. */
  decide(target: string, answer: Answer): Decided {
    const { state } = this.keeper;
    const tell = (event: Event) => {
      this.#apply(event);
      void this.#peers.tellSettled(event);
    };
    return decide({ state, held: this.#held, tell, now: Date.now }, target, answer);
  }

  /** Whether a request can be answered here: its relay waits. */
  isHeld(requestId: string | undefined): boolean {
    return this.#held.has(requestId);
  }

  /** Lets go of everything: first of the relays, so that they find another listener at once. */
  async dispose(): Promise<void> {
    this.#over = true;
    clearInterval(this.#timer);
    this.#files.withdraw();
    this.#listener.stop();
    this.#held.dispose();
    this.#queue.dispose();
    this.keeper.dispose();
    await this.#evidence.dispose();
  }

  #tick(): void {
    this.keeper.expire();
    void this.#takeSpool();
  }

  async #hear(head: WireHead, payload: Payload, relay: WaitingRelay | undefined): Promise<void> {
    const heard = heardEvent(head, payload, Date.now());
    if (heard && this.#isForeignShow(heard)) {
      relay?.release();
      return;
    }
    const event = heard && relay ? this.#twins.firstOf(heard, payload) : heard;
    if (event && head.spooled) {
      this.#applySpooled(event);
      relay?.release();
      return;
    }
    if (event) {
      this.#queue.push(event);
    }
    if (event && relay && event.type === 'promptShown') {
      await this.#holdOrRelease(event, head, payload, relay);
    } else {
      relay?.release();
    }
  }

  async #holdOrRelease(event: Event, head: WireHead, payload: Payload, relay: WaitingRelay): Promise<void> {
    const pid = callerPid(head);
    const pids = pid === undefined ? [] : [pid, ...(await ancestors(pid))];
    const { cwd } = payload;
    const owner = ownerOf(await this.#files.live(), { pids, ...(typeof cwd === 'string' ? { cwd } : {}) });
    if (owner?.id !== this.#files.id) {
      relay.release();
    } else if (await this.#options.canAsk()) {
      this.#held.hold(event, payload, relay);
      // It may have been over before anybody was asked.
      this.#held.review(this.keeper.state);
    } else {
      this.#asks = false;
      this.#publish();
      relay.release(true);
    }
  }

  #apply(event: Event): void {
    for (const prompt of this.#sleeping.wakenBy(event)) {
      this.keeper.dispatch(prompt);
    }
    this.keeper.dispatch(event);
    this.#held.applied(event);
    this.#held.review(this.keeper.state);
  }

  async #takeSpool(): Promise<void> {
    const taken = this.#spool.take();
    for (const spooled of taken) {
      this.#hearSpooled(spooled);
    }
    await this.#peers.handOn(taken);
  }

  /** A show belongs to its window, and ends with it: its agents have no process by which others could see that. */
  #isForeignShow({ session }: Event): boolean {
    return isDemoSession(session) && !this.#options.ownsShow(session);
  }

  #hearSpooled({ head, body }: SpooledEvent): void {
    const payload = parsePayload(body);
    const event = payload && heardEvent(head, payload, Date.now());
    if (event && !this.#isForeignShow(event)) {
      this.#applySpooled(event);
    }
  }

  // In the order they were kept, without the wait of the queue: nothing older is on its way.
  #applySpooled(event: Event): void {
    if (!this.#sleeping.lay(event)) {
      this.#apply(event);
    }
  }

  #tell(what: 'agents' | 'state'): string {
    const { state } = this.keeper;
    const agents = agentReport(state, (id) => this.#held.has(id));
    return what === 'agents'
      ? JSON.stringify({ agents })
      : JSON.stringify({ version: this.#options.version, agents: agentsText(state) });
  }

  #decide(wanted: Payload): Decided {
    const answer = parseAnswer(wanted.answer);
    return typeof wanted.target === 'string' && answer
      ? this.decide(wanted.target, answer)
      : { status: 409, reason: 'the request names no decision, or no answer' };
  }

  #publish(): void {
    const { role } = this.#options;
    this.#files.publish({
      port: this.#listener.port,
      token: this.#listener.token,
      proof: this.#listener.proof,
      pid: process.pid,
      protocol,
      ...this.#place,
      asks: this.#asks,
      role,
      startedAt: this.#startedAt,
      ...this.#process,
    });
  }

  #logOnce(kind: string): void {
    if (!this.#logged.has(kind)) {
      this.#logged.add(kind);
      this.#options.log(kind);
    }
  }
}
