import type { Agent, AgentId } from '../../../core/agent/agent.ts';
import { agentId } from '../../../core/agent/agent.ts';
import type { KnownAgents } from '../../../core/agent/agents.ts';
import type { Change } from '../../../core/agent/change.ts';
import { hasEnded } from '../../../core/agent/state.ts';
import { agentKey } from '../../../core/event/agentEvent.ts';
import type { Event } from '../../../core/event/event.ts';
import type { UsageFacts } from '../../../core/usage/usage.ts';
import { withUsage } from '../../../core/usage/usage.ts';
import { ending, isFollowedAlike } from '../../../node/evidence/ending.ts';
import type { AgentProcess, Missing } from '../../../node/evidence/processes.ts';
import { Processes } from '../../../node/evidence/processes.ts';
import { findProcesses, pidNamespace } from '../../../node/evidence/processTable.ts';
import { Transcripts } from '../../../node/evidence/transcripts.ts';
import { RecordReader } from '../../shared/node/recordReader.ts';
import { claudeCode } from '../pure/names.ts';
import { parseTranscriptLine } from '../pure/transcript.ts';
import { claudeSessionsDir, transcriptOf } from './claudeHome.ts';
import { isProcessOf, livingEvents, standingEvent } from './claudeLife.ts';
import type { SessionFile } from './sessionFiles.ts';
import { SessionFiles } from './sessionFiles.ts';
import { SessionWords } from './sessionWords.ts';
import { Usages } from './usages.ts';

/** What {@link ClaudeEvidence} needs of its surroundings. */
export interface ClaudeEvidencePorts {
  readonly configDir: string;
  readonly tell: (event: Event) => void;
  readonly agents: () => KnownAgents;
  readonly log?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** How long to wait between two looks at everything; a second unless a test is in a hurry. */
  readonly beatMs?: number;
}

/**
 * Tells what is known of its agents without hooks: session files, processes, transcripts. One beat a second looks at all
 * three, so that what a watcher misses is right a second later. Of the transcripts only those of conversations that
 * live are looked at, however many others lie beside them; those of which nothing was heard for a while at one beat of
 * four.
 */
export class ClaudeEvidence {
  readonly #ports: ClaudeEvidencePorts;
  readonly #files: SessionFiles;
  readonly #processes: Processes;
  readonly #transcripts: Transcripts;
  readonly #usages: Usages;
  readonly #words = new SessionWords();
  readonly #logged = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(ports: ClaudeEvidencePorts) {
    this.#ports = ports;
    const log = this.#log.bind(this);
    this.#files = new SessionFiles({
      dir: claudeSessionsDir(ports.configDir),
      read: (file) => this.#enqueue(() => this.#read(file)),
      // Claude takes its file away just before it ends.
      removed: () => this.#enqueue(() => this.#processes.sweep()),
      log,
    });
    this.#processes = new Processes({ missed: (agent, missing) => this.#missed(agent, missing) });
    this.#transcripts = new Transcripts({
      open: (path, session) => new RecordReader(path, (line) => parseTranscriptLine(line, session)),
      tell: (event) => this.#tellRecord(event),
      log,
    });
    this.#usages = new Usages({ tell: (session, facts) => this.#tellUsage(session, facts), log });
  }

  start(): void {
    if (!this.#running) {
      this.#running = true;
      this.#enqueue(async () => {
        this.#words.namespace = await pidNamespace();
        for (const { id, program, parent } of this.#ports.agents().agents.values()) {
          if (program === claudeCode && parent === undefined) {
            this.#follow(id);
          }
        }
      });
      void this.#beat();
    }
  }

  /** Has to be called when agents changed: follows the transcripts and processes of those that live now. */
  changed(agents: readonly Change[]): void {
    for (const { before, after } of agents) {
      const agent = after ?? before;
      if (agent?.program !== claudeCode) {
        continue;
      }
      if (agent.parent === undefined && !isFollowedAlike(before, after)) {
        this.#follow(agent.id);
      }
      this.#wake(agent.session);
    }
  }

  #wake(session: string): void {
    this.#transcripts.wake(session);
    this.#usages.wake(session);
  }

  /** Follows the transcript and the processes of one conversation, where it lives. */
  #follow(id: AgentId): void {
    const session = agentKey(id)?.session ?? '';
    const agent = this.#ports.agents().agents.get(id);
    const living = agent && !hasEnded(agent.state) ? agent : undefined;
    const processes = living ? this.#words.processesOf(living) : [];
    if (this.#processes.watch({ program: claudeCode, session }, processes)) {
      this.#enqueue(() => this.#processes.learn());
    }
    const path = living && transcriptOf(this.#ports.configDir, living);
    this.#transcripts.follow(session, path);
    this.#usages.follow(session, path);
  }

  /**
   * The process of a conversation that lives, and when it began; nothing where that is not known. Its id alone may be
   * another's by now.
   */
  processOf({ program, session, facts: { pid } }: Agent): { pid: number; start: string } | undefined {
    const start = pid === undefined ? undefined : this.#processes.startOf({ program, session, pid });
    return pid === undefined || start === undefined ? undefined : { pid, start };
  }

  /** Lets go of everything. Nothing is told after this. */
  async dispose(): Promise<void> {
    this.#running = false;
    this.#usages.stop();
    clearTimeout(this.#timer);
    await this.#files.dispose();
    await this.#queue;
  }

  async #beat(): Promise<void> {
    await this.#files.sweep();
    this.#enqueue(async () => {
      this.#words.forget((word) => !this.#files.has(word.process.pid) && !this.#isNeeded(word));
      await this.#processes.sweep();
      await this.#transcripts.sweep();
      this.#sayAgain();
    });
    await this.#queue;
    // Nobody waits for it: a long transcript is read in full once.
    void this.#usages.sweep();
    if (this.#running) {
      this.#timer = setTimeout(() => void this.#beat(), this.#ports.beatMs ?? 1000);
      this.#timer.unref();
    }
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#running ? work() : undefined))
      .catch((error: NodeJS.ErrnoException) => this.#log('evidence was lost', { code: error.code }));
  }

  async #read(file: SessionFile): Promise<void> {
    const { pid } = file.process;
    const { session, type } = file.event;
    const former = this.#words.put(file);
    this.#wake(session);
    this.#follow(agentId(claudeCode, session));
    if (this.#words.isForeign(file)) {
      return;
    }
    const found = (await findProcesses([pid])).get(pid);
    if (!isProcessOf(file.process, found, process.platform)) {
      this.#tellDeath(file);
      return;
    }
    this.#words.noteAlive(pid);
    if (type === 'idleRead') {
      // A file says idle after a failed turn too; who hears of the failure first is spared the wrong state.
      await this.#transcripts.look(session);
    }
    const reused = former?.process.procStart !== file.process.procStart;
    const events = livingEvents(this.#ports.agents(), file, reused ? undefined : former?.event.session);
    events.forEach((event) => {
      this.#tell(event);
    });
    await this.#transcripts.look(session);
  }

  /** A file that outlived its process makes no row. Where hooks made one that knows no process, it has ended. */
  #tellDeath({ event, process: { pid, procStart } }: SessionFile): void {
    const root = this.#ports.agents().agents.get(agentId(claudeCode, event.session));
    const isElsewhere = this.#words.alive(event.session).length > 0;
    if (root && !hasEnded(root.state) && root.facts.pid === undefined && !isElsewhere) {
      const agent = { program: claudeCode, session: event.session, pid };
      this.#tell(ending(agent, 'processEnded', 'process', procStart));
    }
  }

  async #missed(agent: AgentProcess, { seen, sweeps, start }: Missing): Promise<boolean> {
    if (!this.#words.of(agent)) {
      // The word of its end may be on its way; where there is no file, only that tells an end from a death.
      if (sweeps > 1) {
        this.#tell(ending(agent, seen ? 'processEnded' : 'processLost', 'process', start));
      }
      return sweeps > 1;
    }
    await this.#files.look(agent.pid);
    const orderly = !this.#files.has(agent.pid);
    this.#tell(
      orderly
        ? ending(agent, 'sessionEnded', 'sessionFile', start)
        : ending(agent, 'processEnded', 'process', start),
    );
    return true;
  }

  #sayAgain(): void {
    for (const file of this.#words.alive()) {
      const isThere = this.#files.has(file.process.pid);
      const event = isThere && standingEvent(this.#ports.agents(), file, Date.now());
      if (event) {
        this.#tell(event);
      }
    }
  }

  /** Whether the row of a conversation lives by the process that named it. */
  #isNeeded({ event, process: { pid } }: SessionFile): boolean {
    const row = this.#ports.agents().agents.get(agentId(claudeCode, event.session));
    return row !== undefined && !hasEnded(row.state) && row.processes.includes(pid);
  }

  /**
   * An interrupt ends the turn, not what goes on in the background. The file knows: it says idle at once where nothing
   * does, and is looked at before the transcript.
   */
  #tellRecord(event: Event): void {
    if (event.type !== 'turnInterrupted' || !this.#words.isBusy(event.session)) {
      this.#tell(event);
    }
  }

  #tellUsage(session: string, facts: UsageFacts): void {
    const row = this.#ports.agents().agents.get(agentId(claudeCode, session));
    if (row && withUsage(row.facts, facts) !== row.facts) {
      const at = Date.now();
      const id = `${session}:usage@${at}`;
      const head = { id, at, program: claudeCode, session, evidence: 'transcript', facts } as const;
      this.#tell({ ...head, type: 'usageRead' });
    }
  }

  #tell(event: Event): void {
    if (this.#running) {
      this.#ports.tell({ ...event, at: Math.min(event.at, Date.now()) });
    }
  }

  /** The same complaint every second helps nobody. */
  #log(message: string, facts: Readonly<Record<string, unknown>>): void {
    const key = `${message} ${JSON.stringify(facts)}`;
    if (!this.#logged.has(key)) {
      this.#logged.add(key);
      this.#ports.log?.(message, facts);
    }
  }
}
