import type { LivingProcess } from './processTable.ts';
import { findProcesses, isSameStart } from './processTable.ts';
import { wakeStranded } from './wakeStranded.ts';

/** A conversation and the process it runs in. */
export interface AgentProcess {
  readonly program: string;
  readonly session: string;
  readonly pid: number;
  /** When that process began, where somebody said so; else it is taken at the first look. */
  readonly start?: string;
}

/** How a process was missed. */
export interface Missing {
  /** When the process began, as far as it is known. */
  readonly start?: string;
  /** Whether it was ever seen alive; one that was not may have been another machine's. */
  readonly seen: boolean;
  /** How many sweeps in a row it has been missing. */
  readonly sweeps: number;
}

interface Watched {
  readonly agent: AgentProcess;
  start?: string;
  seen: boolean;
  missing: number;
  told: boolean;
}

/** What {@link Processes} needs of its surroundings. */
export interface ProcessesPorts {
  /** Called for each sweep that misses a process, until it answers `true`: the end has been told. */
  readonly missed: (agent: AgentProcess, missing: Missing) => Promise<boolean>;
  readonly find?: (pids: readonly number[]) => Promise<ReadonlyMap<number, LivingProcess>>;
}

/** Notices that processes end. It has no clock of its own: whoever owns it calls {@link Processes.sweep}. */
export class Processes {
  readonly #ports: ProcessesPorts;
  readonly #watched = new Map<string, Watched>();
  /** The keys of what is watched, by conversation. */
  readonly #conversations = new Map<string, ReadonlySet<string>>();

  constructor(ports: ProcessesPorts) {
    this.#ports = ports;
  }

  /**
   * Watches these of one conversation and no others of it, and says whether the start of one of them is to be learnt. What
   * was learnt of a process stays while it is among them.
   */
  watch(of: Pick<AgentProcess, 'program' | 'session'>, agents: readonly AgentProcess[]): boolean {
    const conversation = conversationOf(of);
    const keys = new Set(agents.map(keyOf));
    for (const key of this.#conversations.get(conversation) ?? []) {
      if (!keys.has(key)) {
        this.#watched.delete(key);
      }
    }
    if (keys.size === 0) {
      this.#conversations.delete(conversation);
    } else {
      this.#conversations.set(conversation, keys);
    }
    return agents.map((agent) => this.#add(agent)).includes(true);
  }

  #add(agent: AgentProcess): boolean {
    const known = this.#watched.get(keyOf(agent));
    if (known && known.start === undefined && agent.start !== undefined) {
      known.start = agent.start;
    }
    if (!known) {
      const fresh: Watched = { agent, seen: false, missing: 0, told: false };
      this.#watched.set(keyOf(agent), agent.start === undefined ? fresh : { ...fresh, start: agent.start });
    }
    return !known && agent.start === undefined;
  }

  /** When a process that is watched began; nothing where it was not seen since it was first spoken of. */
  startOf(agent: AgentProcess): string | undefined {
    return this.#watched.get(keyOf(agent))?.start;
  }

  /** Looks at those whose start is not known: the sooner, the surer it is theirs. */
  async learn(): Promise<void> {
    const fresh = [...this.#watched.values()].filter(({ start, told }) => start === undefined && !told);
    const found = await this.#find(fresh);
    for (const one of fresh) {
      const living = found.get(one.agent.pid);
      if (living) {
        await this.#look(one, living);
      }
    }
  }

  /** Looks once at everything that is watched. */
  async sweep(): Promise<void> {
    const watched = [...this.#watched.values()].filter(({ told }) => !told);
    const found = await this.#find(watched);
    for (const one of watched) {
      await this.#look(one, found.get(one.agent.pid));
    }
  }

  async #find(watched: readonly Watched[]): Promise<ReadonlyMap<number, LivingProcess>> {
    const pids = [...new Set(watched.map(({ agent }) => agent.pid))];
    return pids.length > 0 ? await (this.#ports.find ?? findProcesses)(pids) : new Map();
  }

  async #look(one: Watched, found: LivingProcess | undefined): Promise<void> {
    if (found && isSameStart(found.start, one.start)) {
      one.seen = true;
      one.missing = 0;
      if (one.start === undefined && found.start !== undefined) {
        one.start = found.start;
      }
      if (found.isStopped) {
        await wakeStranded(one.agent.pid);
      }
      return;
    }
    one.missing += 1;
    const { seen, missing: sweeps, start } = one;
    one.told = await this.#ports.missed(one.agent, {
      seen,
      sweeps,
      ...(start === undefined ? {} : { start }),
    });
  }
}

function conversationOf({ program, session }: Pick<AgentProcess, 'program' | 'session'>): string {
  return `${program}:${session}`;
}

function keyOf(agent: AgentProcess): string {
  return `${conversationOf(agent)}@${agent.pid}`;
}
