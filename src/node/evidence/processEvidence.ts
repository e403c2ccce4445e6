import type { Agent } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import type { Change } from '../../core/agent/change.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { EvidencePorts, EvidenceReader, KnownProcess } from '../programNode.ts';
import { headless } from './callingAgents.ts';
import { ending, isFollowedAlike } from './ending.ts';
import type { AgentProcess, Missing } from './processes.ts';
import { Processes } from './processes.ts';

/** What {@link ProcessEvidence} needs of its surroundings. */
export interface ProcessEvidencePorts extends Pick<EvidencePorts, 'tell' | 'agents'> {
  /** Whether it is to watch the agents of a program. */
  readonly watches: (program: string) => boolean;
  /** How long to wait between two sweeps; a second unless a test is in a hurry. */
  readonly beatMs?: number;
}

/** Tells that agents' processes ended, of all agents of which nothing else is known than what hooks tell. */
export class ProcessEvidence implements EvidenceReader {
  readonly #ports: ProcessEvidencePorts;
  readonly #processes: Processes;
  #queue: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(ports: ProcessEvidencePorts) {
    this.#ports = ports;
    this.#processes = new Processes({ missed: async (agent, missing) => this.#missed(agent, missing) });
  }

  start(): void {
    if (!this.#running) {
      this.#running = true;
      for (const agent of this.#ports.agents().agents.values()) {
        if (this.#isWatched(agent)) {
          this.#processes.watch(agent, this.#own(agent));
        }
      }
      void this.#beat();
    }
  }

  changed(agents: readonly Change[]): void {
    for (const { before, after } of agents) {
      const agent = after ?? before;
      if (agent && this.#isWatched(agent) && !isFollowedAlike(before, after)) {
        if (this.#processes.watch(agent, after ? this.#own(after) : [])) {
          this.#enqueue(() => this.#processes.learn());
        }
      }
    }
  }

  processOf(agent: Agent): KnownProcess | undefined {
    const {
      program,
      session,
      facts: { pid },
    } = agent;
    const start = pid === undefined ? undefined : this.#processes.startOf({ program, session, pid });
    return pid === undefined || start === undefined ? undefined : { pid, start };
  }

  async dispose(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#queue;
  }

  #isWatched({ program, parent }: Agent): boolean {
    return parent === undefined && this.#ports.watches(program);
  }

  #own({ program, session, state, processes }: Agent): readonly AgentProcess[] {
    return hasEnded(state) ? [] : processes.map((pid) => ({ program, session, pid }));
  }

  async #beat(): Promise<void> {
    await this.#enqueue(() => this.#processes.sweep());
    if (this.#running) {
      this.#timer = setTimeout(() => void this.#beat(), this.#ports.beatMs ?? 1000);
      this.#timer.unref();
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#running ? work() : undefined)).catch(() => {});
    return this.#queue;
  }

  /** The word of its end may be on its way, and only that tells an end from a death. */
  #missed(agent: AgentProcess, { seen, sweeps, start }: Missing): boolean {
    if (sweeps > 1 && this.#running) {
      const type = this.#hasDone(agent) ? 'sessionEnded' : seen ? 'processEnded' : 'processLost';
      this.#ports.tell(ending(agent, type, 'process', start));
    }
    return sweeps > 1;
  }

  /** Whether it was to answer one prompt, and has. */
  #hasDone({ program, session }: AgentProcess): boolean {
    const row = this.#ports.agents().agents.get(agentId(program, session));
    return row?.facts.entrypoint === headless && row.state.kind === 'idle';
  }
}
