import type { Agent } from '../../core/agent/agent.ts';
import type { Answer } from '../../core/decision/answer.ts';
import { parseAnswer } from '../../core/decision/answer.ts';
import { isDemoSession } from '../../core/demo/playDemo.ts';
import type { Event } from '../../core/event/event.ts';
import { agentsText } from '../../core/roster/agentsCodec.ts';
import { decisionsNamed } from '../../core/roster/decisionsNamed.ts';
import { supervised } from '../../core/run/supervised.ts';
import { agentReport } from '../../core/view/agentReport.ts';
import type { Payload } from '../../core/wire/payload.ts';
import { ClaudeEvidence } from '../evidence/claudeEvidence.ts';
import { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import { Listener } from '../listener/listener.ts';
import { Spool } from '../listener/spool.ts';
import { AgentKeeper } from './agentKeeper.ts';
import type { Decided } from './decide.ts';
import { decide } from './decide.ts';
import { EventQueue } from './eventQueue.ts';
import { HeldRequests, hasRequest, requestsOf } from './heldRequests.ts';
import { HeldStops } from './heldStops.ts';
import type { HubOptions } from './hubOptions.ts';
import { KeptFile } from './keptFile.ts';
import { logOnce } from './logOnce.ts';
import { Peers } from './peers.ts';
import type { HubPlace } from './presence.ts';
import { Presence } from './presence.ts';
import { Reception } from './reception.ts';
import { SpooledEvents } from './spooledEvents.ts';
import { Twins } from './twins.ts';
import { Windows } from './windows.ts';

const tickMs = 1000;

/** Everything one process needs to know the agents of this machine: the state, the listener, the spool, the evidence. */
export class AgentHub {
  readonly keeper = new AgentKeeper(Date.now);
  readonly evidence: ClaudeEvidence;
  /** Hears now what it would hear in a moment: the end of a process is seen at once, what it said before is not. */
  readonly catchUp = () => {
    this.#queue.catchUp();
    void this.#spooled.take();
  };
  /** Applies what a person did here, and tells the peers of it. */
  readonly tell = (event: Event) => {
    this.#apply(event);
    void this.#peers.tell(event);
  };
  readonly #options: HubOptions;
  readonly #files: DiscoveryFiles;
  readonly #kept: KeptFile;
  readonly #peers: Peers;
  readonly #windows: Windows;
  readonly #presence: Presence;
  readonly #spooled: SpooledEvents;
  readonly #queue = new EventQueue((event) => this.#apply(event), Date.now);
  readonly #held: HeldRequests;
  readonly #stops = new HeldStops();
  readonly #reception: Reception;
  readonly #listener: Listener;
  readonly #log: (phrase: string) => void;
  #over = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#files = new DiscoveryFiles(options.home);
    const log = logOnce(options.log);
    this.#log = log;
    this.#kept = new KeptFile({ home: options.home, version: options.version, now: Date.now, log });
    this.#peers = new Peers(this.#files);
    this.#windows = new Windows(this.#files, () => performance.now());
    this.#spooled = new SpooledEvents({
      spool: new Spool(options.home),
      peers: this.#peers,
      apply: (event) => this.#apply(event),
      isForeign: (event) => this.#reception.isForeignShow(event),
      log,
    });
    const tell = (event: Event) => this.#queue.push(event);
    const settle = (event: Event) => {
      tell(event);
      void this.#peers.tell(event);
    };
    const twins = new Twins();
    const over = (id: string) => twins.forget(id);
    const { subagentWaitMs, canAsk, ownsShow, role, folders, asks } = options;
    const isAsked = (id: string) => hasRequest(this.keeper.state, id);
    this.#held = new HeldRequests({ now: Date.now, subagentWaitMs, tell: settle, isAsked, over });
    this.#reception = new Reception({
      canAsk,
      ownsShow,
      files: this.#files,
      held: this.#held,
      twins,
      stops: this.#stops,
      push: tell,
      hearSpooled: (event) => this.#spooled.hear(event),
      holds: () => options.held?.(),
      cannotAsk: () => this.#presence.change({ asks: false }),
    });
    this.#listener = new Listener({
      hear: (head, payload, relay) => {
        this.#reception.hear(head, payload, relay).catch(() => {
          this.#log('an event could not be heard');
          relay?.release();
        });
      },
      tell: (what) => this.#tell(what),
      decide: (wanted) => this.#decide(wanted),
      reveal: (wanted) => this.#reveal(wanted).catch(() => ({ status: 409, reason: 'it cannot be shown' })),
      refused: log,
    });
    this.#presence = new Presence(this.#files, this.#listener, { role, folders, asks });
    this.evidence = new ClaudeEvidence({
      configDir: options.claudeDir,
      tell,
      agents: () => this.keeper.state,
      log,
    });
    this.keeper.onStep(({ agents, runs, effects }) => {
      // Before a run acts: what it starts may ask something.
      if (runs.length > 0) this.#change(supervised(this.keeper.state.runs));
      this.#stops.note(effects);
      this.#held.review(requestsOf(agents));
      this.#kept.changed();
      this.evidence.changed(agents);
    });
  }

  /** Listens, becomes known, hears what the peers know, and starts to look around. */
  async start(): Promise<void> {
    await this.#listener.start();
    await this.#presence.prepare();
    if (this.#over) {
      this.#listener.stop();
      return;
    }
    this.#presence.publish();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    const known = await this.#peers.agents(this.#options.version);
    if (!this.#over) {
      this.keeper.adopt(known);
      this.keeper.adopt(this.#kept.read());
      // The spool first: what was asked meanwhile is asked again when the session files say so.
      await this.#spooled.take();
    }
    if (!this.#over) this.evidence.start();
  }

  /** Tells the others what changed about this window. */
  place(place: Partial<HubPlace>): void {
    this.#change(place);
  }

  /** Tells the others whether a person can be asked here. It may be said again and again: only a change is written. */
  setAsks(asks: boolean): void {
    this.#change({ asks });
    // After the others know: the relays look for who asks.
    if (!asks) this.#held.handOn();
  }

  /** Gives an answer to an agent's only decision, or to the decision named. */
  decide(target: string, answer: Answer): Decided {
    const { state } = this.keeper;
    return decide({ state, held: this.#held, tell: this.tell, now: Date.now }, target, answer);
  }

  /** Gives an answer here or, where the request waits at a peer, there. */
  async decideAnywhere(target: string, answer: Answer): Promise<Decided> {
    const named = decisionsNamed(this.keeper.state, target);
    if (named.length > 1 || named.some(({ prompt }) => this.isHeld(prompt.requestId))) {
      return this.decide(target, answer);
    }
    // Only what is known here may be meant: a peer may know of another decision of the same agent. It may have
    // another id for this one, but the request has one.
    const [decision] = named;
    const names = decision ? [decision.id, decision.prompt.requestId ?? decision.id] : [target];
    return (await this.#peers.decide(names, answer)) ?? this.decide(target, answer);
  }

  /** Asks the peers to choose for a run that one of them supervises; what that one says. */
  chooseElsewhere(wanted: Payload): Promise<Decided> {
    return this.#peers.choose(wanted);
  }

  /** The ids of the listeners that live, with this one's first. */
  async listeners(): Promise<readonly string[]> {
    const live = await this.#files.live();
    return [this.#files.id, ...live.map(({ id }) => id).filter((id) => id !== this.#files.id)];
  }

  /** Has another window show the terminal of a process, by its pid, or a row of its tree; says whether one did. */
  revealElsewhere(what: number | string): Promise<boolean> {
    return this.#windows.reveal(what);
  }

  /** Whether this listener answers for an agent; may be asked often. A show belongs to whoever gives it. */
  async isMine(agent: Agent): Promise<boolean> {
    const { session, parent = '' } = agent;
    return isDemoSession(session)
      ? this.#options.ownsShow(session)
      : this.#windows.owns(agent, this.keeper.state.agents.get(parent));
  }

  /** Whether this listener answers for a run, by its folder; may be asked often. */
  ownsFolder(folder: string): Promise<boolean> {
    return this.#windows.ownsFolder(folder);
  }

  /** The ids of the windows that live; may be asked often. */
  async windowIds(): Promise<readonly string[]> {
    return (await this.#windows.live()).filter(({ role }) => role === 'window').map(({ id }) => id);
  }

  /** The other windows that live. */
  otherWindows(): ReturnType<Windows['others']> {
    return this.#windows.others();
  }

  /** The folders of the other windows, as far as they are known at this moment; may be asked often. */
  otherFolders(): readonly string[] {
    return this.#windows.otherFolders();
  }

  /** Forgets an agent that has ended, so that no other window hears of it from here. */
  forget({ id }: Agent): void {
    this.keeper.bury(id);
    this.#kept.save(this.keeper.state);
  }

  /** Whether a request can be answered here: its relay waits. */
  isHeld(requestId: string | undefined): boolean {
    return this.#held.has(requestId);
  }

  /** Lets go of everything: first of the relays, so that they find another listener at once. */
  async dispose(): Promise<void> {
    this.#over = true;
    clearInterval(this.#timer);
    this.#presence.withdraw();
    this.#listener.stop();
    this.#kept.save(this.keeper.state);
    this.#held.dispose();
    this.#queue.dispose();
    this.keeper.dispose();
    await this.evidence.dispose();
  }

  #tick(): void {
    this.keeper.expire();
    this.#kept.save(this.keeper.state);
    void this.#spooled.take();
    this.#change({});
  }

  #apply(event: Event): void {
    this.keeper.adopt(this.#kept.before(event));
    for (const prompt of this.#spooled.wakenBy(event)) {
      this.keeper.dispatch(prompt);
    }
    this.keeper.dispatch(event);
    const goesOn = this.#stops.answer(event, Date.now());
    if (goesOn) this.keeper.dispatch(goesOn);
    this.#held.applied(event);
  }

  #tell(what: 'agents' | 'state'): string {
    // A request is held before its event is due, and a peer that answers it looks for it here.
    this.#queue.catchUp();
    const { state } = this.keeper;
    return what === 'agents'
      ? JSON.stringify({ agents: agentReport(state, (id) => this.#held.has(id), Date.now()) })
      : JSON.stringify({ version: this.#options.version, agents: agentsText(state.agents.values()) });
  }

  #decide(wanted: Payload): Decided {
    if (typeof wanted.choice === 'string') {
      return this.#options.chooseRun?.(wanted) ?? { status: 404, reason: 'no run is supervised here' };
    }
    const answer = parseAnswer(wanted.answer);
    return typeof wanted.target === 'string' && answer
      ? this.decide(wanted.target, answer)
      : { status: 409, reason: 'the request names no decision, or no answer' };
  }

  async #reveal({ pid, row }: Payload): Promise<Decided> {
    const { reveal, showRow } = this.#options;
    const pids = typeof pid === 'number' ? await this.#windows.chain(pid) : [];
    const isShown = typeof row === 'string' ? await showRow?.(row) : await reveal?.(pids);
    return isShown ? { status: 200, reason: 'it is shown' } : { status: 409, reason: 'it is not here' };
  }

  #change(change: Parameters<Presence['change']>[0]): void {
    try {
      if (this.#presence.change(change)) this.#windows.forget();
    } catch {
      this.#log('the others could not be told of a change');
    }
  }
}
