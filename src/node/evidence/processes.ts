import type { LivingProcess } from './processTable.ts';
import { findProcesses, isSameStart } from './processTable.ts';

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
  #watched = new Map<string, Watched>();

  constructor(ports: ProcessesPorts) {
    this.#ports = ports;
  }

  /** Watches these and no others. What was learnt of a process stays while it is among them. */
  watch(agents: readonly AgentProcess[]): void {
    const next = new Map<string, Watched>();
    for (const agent of agents) {
      const key = `${agent.program}:${agent.session}@${agent.pid}`;
      const known = this.#watched.get(key);
      if (known && known.start === undefined && agent.start !== undefined) {
        known.start = agent.start;
      }
      const fresh: Watched = { agent, seen: false, missing: 0, told: false };
      next.set(key, known ?? (agent.start === undefined ? fresh : { ...fresh, start: agent.start }));
    }
    this.#watched = next;
  }

  /** Looks once at everything that is watched. */
  async sweep(): Promise<void> {
    const watched = [...this.#watched.values()].filter(({ told }) => !told);
    if (watched.length === 0) {
      return;
    }
    const pids = [...new Set(watched.map(({ agent }) => agent.pid))];
    const found = await (this.#ports.find ?? findProcesses)(pids);
    for (const one of watched) {
      await this.#look(one, found.get(one.agent.pid));
    }
  }

  async #look(one: Watched, found: LivingProcess | undefined): Promise<void> {
    if (found && isSameStart(found.start, one.start)) {
      one.seen = true;
      one.missing = 0;
      if (one.start === undefined && found.start !== undefined) {
        one.start = found.start;
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
