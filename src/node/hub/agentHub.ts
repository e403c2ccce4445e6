import type { Agent } from '../../core/agent/agent.ts';
import type { Answer } from '../../core/decision/answer.ts';
import { isDemoSession } from '../../core/demo/demoSession.ts';
import type { Event } from '../../core/event/event.ts';
import { agentsText } from '../../core/roster/agentsCodec.ts';
import type { KnownRoster } from '../../core/roster/rosterStep.ts';
import { supervised } from '../../core/run/supervised.ts';
import { agentReport } from '../../core/view/agentReport.ts';
import type { Payload } from '../../core/wire/payload.ts';
import { AllEvidence } from '../evidence/allEvidence.ts';
import { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import { Listener } from '../listener/listener.ts';
import { AgentKeeper } from './agentKeeper.ts';
import type { Decided } from './decisions.ts';
import { Decisions } from './decisions.ts';
import type { HubOptions } from './hubOptions.ts';
import { Intake } from './intake.ts';
import { logOnce } from './logOnce.ts';
import { Neighbours } from './neighbours.ts';
import type { HubPlace } from './presence.ts';
import type { Windows } from './windows.ts';

const tickMs = 1000;

/** Everything one process needs to know the agents of this machine: the state, the listener, the spool, the evidence. */
export class AgentHub {
  readonly keeper: AgentKeeper;
  readonly evidence: AllEvidence;
  /** Hears now what it would hear in a moment: the end of a process is seen at once, what it said before is not. */
  readonly catchUp = () => {
    this.#intake.sort();
    void this.#intake.takeSpool();
  };
  /** Applies what a person did here, and tells the peers of it. */
  readonly tell = (event: Event) => {
    this.#intake.apply(event);
    void this.#neighbours.peers.tell(event);
  };
  readonly #options: HubOptions;
  readonly #listener: Listener;
  readonly #neighbours: Neighbours;
  readonly #intake: Intake;
  readonly #decisions: Decisions;
  #over = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
    const keeper = new AgentKeeper(Date.now, options.programs);
    this.keeper = keeper;
    const log = logOnce(options.log);
    const files = new DiscoveryFiles(options.home);
    this.#listener = new Listener({
      hear: (head, payload, relay) => this.#intake.hear(head, payload, relay),
      refused: log,
    });
    this.#listener.tells('agents', () => this.#agentsText());
    this.#listener.tells('state', () => this.#stateText());
    this.#listener.takes('decide', (wanted) => this.#decisions.decideWanted(wanted));
    this.#listener.takes('reveal', (wanted) =>
      this.#reveal(wanted).catch(() => ({ status: 409, reason: 'it cannot be shown' })),
    );
    this.#neighbours = new Neighbours(files, this.#listener, { ...options, log });
    this.#intake = new Intake({ options, files, keeper, neighbours: this.#neighbours, log });
    const { held } = this.#intake;
    const { peers } = this.#neighbours;
    this.#decisions = new Decisions({
      keeper,
      held,
      peers,
      tell: this.tell,
      ...(options.chooseRun ? { chooseRun: options.chooseRun } : {}),
    });
    this.evidence = new AllEvidence(options.programs, {
      env: options.env,
      tell: (event) => this.#intake.push(event),
      agents: () => keeper.state,
      log,
    });
    keeper.onStep((step) => {
      // Before a run acts: what it starts may ask something.
      if (step.runs.length > 0) this.#neighbours.change(supervised(keeper.state.runs));
      this.#intake.stepped(step);
      this.evidence.changed(step.agents);
    });
  }

  /** Listens, becomes known, hears what the peers know, and starts to look around. */
  async start(): Promise<void> {
    await this.#listener.start();
    await this.#neighbours.prepare();
    if (this.#over) {
      this.#listener.stop();
      return;
    }
    this.#neighbours.publish();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    const known = await this.#neighbours.peers.agents(this.#options.version);
    if (!this.#over) {
      this.keeper.adopt(known);
      this.keeper.adopt(this.#intake.readKept());
      // The spool first: what was asked meanwhile is asked again when the session files say so.
      await this.#intake.takeSpool();
    }
    if (!this.#over) this.evidence.start();
  }

  /** Tells the others what changed about this window. */
  place(place: Partial<HubPlace>): void {
    this.#neighbours.change(place);
  }

  /** Tells the others whether a person can be asked here. It may be said again and again: only a change is written. */
  setAsks(asks: boolean): void {
    this.#neighbours.change({ asks });
    // After the others know: the relays look for who asks.
    if (!asks) this.#intake.held.handOn();
  }

  /** Gives an answer to an agent's only decision, or to the decision named. */
  decide(target: string, answer: Answer): Decided {
    return this.#decisions.decide(target, answer);
  }

  /** Gives an answer here or, where the request waits at a peer, there. */
  decideAnywhere(target: string, answer: Answer): Promise<Decided> {
    return this.#decisions.decideAnywhere(target, answer);
  }

  /** Asks the peers to choose for a run that one of them supervises; what that one says. */
  chooseElsewhere(wanted: Payload): Promise<Decided> {
    return this.#neighbours.peers.choose(wanted);
  }

  /** The ids of the listeners that live, with this one's first. */
  listeners(): Promise<readonly string[]> {
    return this.#neighbours.listeners();
  }

  /** Has another window show the terminal of a process, by its pid, or a row of its tree; says whether one did. */
  revealElsewhere(what: number | string): Promise<boolean> {
    return this.#neighbours.windows.reveal(what);
  }

  /** Whether this listener answers for an agent; may be asked often. A show belongs to whoever gives it. */
  async isMine(agent: Agent): Promise<boolean> {
    const { session, parent = '' } = agent;
    return isDemoSession(session)
      ? this.#options.ownsShow(session)
      : this.#neighbours.owns(agent, this.keeper.state.agents.get(parent));
  }

  /** Whether this listener answers for a run, by its folder; may be asked often. */
  ownsFolder(folder: string): Promise<boolean> {
    return this.#neighbours.windows.ownsFolder(folder);
  }

  /** The ids of the windows that live; may be asked often. */
  windowIds(): Promise<readonly string[]> {
    return this.#neighbours.windowIds();
  }

  /** The other windows that live. */
  otherWindows(): ReturnType<Windows['others']> {
    return this.#neighbours.windows.others();
  }

  /** The folders of the other windows, as far as they are known at this moment; may be asked often. */
  otherFolders(): readonly string[] {
    return this.#neighbours.windows.otherFolders();
  }

  /** Forgets an agent that has ended, so that no other window hears of it from here. */
  forget({ id }: Agent): void {
    this.keeper.bury(id);
    this.#intake.save();
  }

  /** Whether a request can be answered here: its relay waits. */
  isHeld(requestId: string | undefined): boolean {
    return this.#intake.held.has(requestId);
  }

  /** Lets go of everything: first of the relays, so that they find another listener at once. */
  async dispose(): Promise<void> {
    this.#over = true;
    clearInterval(this.#timer);
    this.#neighbours.withdraw();
    this.#listener.stop();
    this.#intake.save();
    this.#intake.dispose();
    this.keeper.dispose();
    await this.evidence.dispose();
  }

  #tick(): void {
    this.keeper.expire();
    this.#intake.save();
    void this.#intake.takeSpool();
    this.#neighbours.change({});
  }

  #agentsText(): string {
    return JSON.stringify({ agents: agentReport(this.#sorted(), (id) => this.isHeld(id), Date.now()) });
  }

  #stateText(): string {
    const agents = agentsText(this.#sorted().agents.values());
    return JSON.stringify({ version: this.#options.version, agents });
  }

  /** What is known with all that was heard: a request is held before its event is due, and a peer looks for it here. */
  #sorted(): KnownRoster {
    this.#intake.sort();
    return this.keeper.state;
  }

  async #reveal({ pid, row }: Payload): Promise<Decided> {
    const { reveal, showRow } = this.#options;
    const pids = typeof pid === 'number' ? await this.#neighbours.windows.chain(pid) : [];
    const isShown = typeof row === 'string' ? await showRow?.(row) : await reveal?.(pids);
    return isShown ? { status: 200, reason: 'it is shown' } : { status: 409, reason: 'it is not here' };
  }
}
