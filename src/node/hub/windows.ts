import type { Agent } from '../../core/agent/agent.ts';
import type { Listening, Whereabouts } from '../../core/wire/ownerOf.ts';
import { ownerOf } from '../../core/wire/ownerOf.ts';
import { ancestors } from '../evidence/processTable.ts';
import { askListener } from '../listener/askListener.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';

const liveMs = 1000;
const chainMs = 30_000;

interface Chain {
  readonly at: number;
  readonly pids: Promise<readonly number[]>;
}

/**
 * The live listeners, for whoever asks often: what was read is good for a second, and the processes above an agent for
 * half a minute. Who must be sure, as before a relay is held, reads the discovery files instead.
 */
export class Windows {
  readonly #files: DiscoveryFiles;
  readonly #now: () => number;
  readonly #chains = new Map<number, Chain>();
  #reading: { readonly at: number; readonly live: Promise<readonly Listening[]> } | undefined;
  #others: readonly Listening[] = [];

  constructor(files: DiscoveryFiles, now: () => number) {
    this.#files = files;
    this.#now = now;
  }

  /** Whether this listener is the owner of an agent; `root` is the conversation of a subagent. */
  async owns(agent: Agent, root: Agent | undefined): Promise<boolean> {
    const { state, facts } = agent;
    const asking = state.kind === 'prompting' ? state.prompt.pid : undefined;
    const [pid, cwd] = [asking ?? facts.pid ?? root?.facts.pid, facts.cwd ?? root?.facts.cwd];
    const [live, pids] = await Promise.all([this.live(), pid === undefined ? [] : this.chain(pid)]);
    const startedAs = facts.startedAs ?? root?.facts.startedAs;
    const about: Whereabouts = {
      agent: agent.parent ?? agent.id,
      pids,
      ...(startedAs === undefined ? {} : { startedAs }),
      ...(cwd === undefined ? {} : { cwd }),
    };
    return ownerOf(live, about)?.id === this.#files.id;
  }

  /** Whether this listener answers for what has no process, only a folder. */
  async ownsFolder(cwd: string): Promise<boolean> {
    return ownerOf(await this.live(), { pids: [], cwd })?.id === this.#files.id;
  }

  /** The folders of the other windows, as they were read last; if that is long ago they are read again for the next. */
  otherFolders(): readonly string[] {
    void this.live();
    return this.#others.filter(({ role }) => role === 'window').flatMap(({ folders }) => folders);
  }

  /**
   * Has the other window in whose terminal a process runs show that terminal, or the one that tells of an agent show a
   * row; says whether one did.
   */
  async reveal(what: number | string): Promise<boolean> {
    const isRow = typeof what === 'string';
    const [others, pids] = await Promise.all([this.others(), isRow ? [] : this.chain(what)]);
    // The nearest shell first: a window that was started in a terminal of another has shells below that one's.
    const known = pids.flatMap((shell) => others.filter(({ terminals }) => terminals.includes(shell)));
    const body = JSON.stringify(isRow ? { row: what } : { pid: what });
    const call = { method: 'POST', path: '/v1/reveal', body } as const;
    // Then whoever is left: a shell may have started, or started anew, since its window told of its terminals.
    for (const window of new Set([...known, ...others])) {
      if ((await askListener(window, call)).status === 200) {
        return true;
      }
    }
    return false;
  }

  /** A process and those above it, nearest first. */
  chain(pid: number): Promise<readonly number[]> {
    const known = this.#chains.get(pid);
    if (known && this.#now() - known.at < chainMs) {
      return known.pids;
    }
    this.#chains.delete(pid);
    for (const [other, { at }] of this.#chains) {
      // They lie in the order in which they were read.
      if (this.#now() - at < chainMs) {
        break;
      }
      this.#chains.delete(other);
    }
    const pids = ancestors(pid).then((above) => [pid, ...above]);
    this.#chains.set(pid, { at: this.#now(), pids });
    return pids;
  }

  /** The listeners that are alive, this one included. */
  live(): Promise<readonly Listening[]> {
    if (!this.#reading || this.#now() - this.#reading.at >= liveMs) {
      this.#reading = { at: this.#now(), live: this.#read() };
    }
    return this.#reading.live;
  }

  /** The other windows that are alive. */
  async others(): Promise<readonly Listening[]> {
    return (await this.live()).filter(({ id, role }) => id !== this.#files.id && role === 'window');
  }

  /** Makes the next question read the files: this listener has just told something else of itself. */
  forget(): void {
    this.#reading = undefined;
  }

  async #read(): Promise<readonly Listening[]> {
    // Where nothing can be read nobody else is known.
    const live = await this.#files.live().catch(() => []);
    this.#others = live.filter(({ id }) => id !== this.#files.id);
    return live;
  }
}
