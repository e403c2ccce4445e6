import type { Agent, AgentId } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { noAgents } from '../roster/agentsState.ts';
import type { RosterStep } from '../roster/rosterStep.ts';
import type { Run } from '../run/run.ts';
import type { WindowFilter } from './shownAgents.ts';
import { showsIn } from './shownAgents.ts';

/** The agents that came, changed or went since the last question; `all` where any of them may have. */
export type Follower = () => 'all' | ReadonlySet<AgentId>;

interface Following {
  isAll: boolean;
  ids: Set<AgentId>;
}

/** How many agents may have gone before who follows them is told that all may have changed. */
const mostGone = 100;
const nobody: ReadonlyMap<AgentId, Agent> = new Map();
const everywhere: WindowFilter = { folders: [], otherFolders: [], all: true, forgotten: new Map() };

/**
 * The agents and runs a window shows, kept up to date by the steps that are made: a look costs what changed since the one
 * before. Where other folders are to be shown, or an agent that was known comes to be shown, all are looked at.
 */
export class ShownRoster {
  readonly #known: Pick<AgentsState, 'agents' | 'tombstones'>;
  /** The agents that steps were about, and whether one of these brought or took them away. */
  readonly #touched = new Map<AgentId, boolean>();
  readonly #following = new Set<Following>();
  #agents = new Map<AgentId, Agent>();
  /** The place of each in the order they came in. */
  #order = new Map<AgentId, number>();
  #below = new Map<AgentId, Map<AgentId, Agent>>();
  /** How many are of each program. */
  #programs = new Map<string, number>();
  #next = 0;
  #view: WindowFilter | undefined;
  #shows = showsIn(everywhere);
  #runs: AgentsState['runs'] = noAgents.runs;
  #state: AgentsState = noAgents;

  /** `known` is read at every look. */
  constructor(known: Pick<AgentsState, 'agents' | 'tombstones'>) {
    this.#known = known;
  }

  /** All of a state. */
  static of(state: AgentsState): ShownRoster {
    const shown = new ShownRoster(state);
    shown.look(state.runs, everywhere);
    return shown;
  }

  /** What was shown at the last look. Its agents go on; it is another object whenever something has changed. */
  get state(): AgentsState {
    return this.#state;
  }

  /** Has to be called for each step that what is known has made. */
  take({ agents, families }: Pick<RosterStep, 'agents' | 'families'>): void {
    for (const { before, after } of agents) {
      const id = (after ?? before)?.id ?? '';
      const isAnother = before === undefined || after === undefined;
      const wasAnother = this.#touched.get(id) === true;
      if (isAnother) {
        // One that comes is behind those that came before it.
        this.#touched.delete(id);
      }
      this.#touched.set(id, isAnother || wasAnother);
    }
    for (const { root, agents: family } of families) {
      if (this.#touched.get(root)) {
        // Where a conversation is, its subagents are.
        for (const id of family.keys()) {
          this.#touched.set(id, this.#touched.get(id) ?? false);
        }
      }
    }
  }

  /** What is shown now. The runs and the view are compared by identity. */
  look(runs: AgentsState['runs'], view: WindowFilter): AgentsState {
    const [isSameRuns, isSameView] = [runs === this.#runs, view === this.#view];
    if (isSameRuns && isSameView && this.#touched.size === 0) {
      return this.#state;
    }
    if (!isSameView) {
      [this.#view, this.#shows] = [view, showsIn(view)];
    }
    this.#touchRuns(runs);
    if (!isSameView || !this.#goOn()) {
      this.#begin();
    }
    this.#touched.clear();
    const shownRuns = isSameRuns && isSameView ? this.#state.runs : this.#runsShown(runs);
    this.#state = { agents: this.#agents, tombstones: this.#known.tombstones, runs: shownRuns };
    return this.#state;
  }

  /** The subagents of a conversation, in the order they came in. */
  below(root: AgentId): Iterable<Agent> {
    return (this.#below.get(root) ?? nobody).values();
  }

  /** Whether they are of several programs: only then is it worth a badge of which. */
  get hasSeveralPrograms(): boolean {
    return this.#programs.size > 1;
  }

  /** The place of an agent in the order they came in. */
  orderOf(id: AgentId): number {
    return this.#order.get(id) ?? 0;
  }

  /** Tells again and again what changed since it told last; at first that is all. */
  follow(): Follower {
    const following: Following = { isAll: true, ids: new Set() };
    this.#following.add(following);
    return () => {
      const { isAll, ids } = following;
      [following.isAll, following.ids] = [false, new Set()];
      return isAll ? 'all' : ids;
    };
  }

  /** Takes in what runs there are; the agents of those that changed may look different. */
  #touchRuns(runs: AgentsState['runs']): void {
    for (const { agent, former } of runs === this.#runs ? [] : changedRuns(this.#runs, runs)) {
      for (const id of [agent, ...former]) {
        this.#touched.set(id, this.#touched.get(id) ?? false);
      }
    }
    this.#runs = runs;
  }

  /** Takes in what was touched; says whether that was enough. */
  #goOn(): boolean {
    const { agents } = this.#known;
    for (const [id, isAnother] of this.#touched) {
      const agent = agents.get(id);
      const former = this.#agents.get(id);
      const wasShown = former !== undefined;
      const isShown = agent !== undefined && this.#shows.agent(agent, agents);
      if (!isAnother && wasShown !== isShown) {
        return false;
      }
      if (isAnother && former) {
        this.#remove(former);
      }
      if (isShown) {
        this.#put(agent);
      }
      if (wasShown || isShown) {
        this.#tell(id);
      }
    }
    return true;
  }

  #begin(): void {
    [this.#agents, this.#order, this.#below, this.#next] = [new Map(), new Map(), new Map(), 0];
    this.#programs = new Map();
    const { agents } = this.#known;
    for (const agent of agents.values()) {
      if (this.#shows.agent(agent, agents)) {
        this.#put(agent);
      }
    }
    for (const following of this.#following) {
      following.isAll = true;
      following.ids.clear();
    }
  }

  #put(agent: Agent): void {
    const { id, parent, program } = agent;
    if (!this.#agents.has(id)) {
      this.#count(program, 1);
    }
    this.#agents.set(id, agent);
    if (!this.#order.has(id)) {
      this.#next += 1;
      this.#order.set(id, this.#next);
    }
    if (parent !== undefined) {
      const below = this.#below.get(parent) ?? new Map<AgentId, Agent>();
      this.#below.set(parent, below.set(id, agent));
    }
  }

  #remove({ id, parent = '', program }: Agent): void {
    this.#count(program, -1);
    this.#agents.delete(id);
    this.#order.delete(id);
    const below = this.#below.get(parent);
    below?.delete(id);
    if (below?.size === 0) {
      this.#below.delete(parent);
    }
  }

  #count(program: string, by: 1 | -1): void {
    const many = (this.#programs.get(program) ?? 0) + by;
    if (many === 0) {
      this.#programs.delete(program);
    } else {
      this.#programs.set(program, many);
    }
  }

  #tell(id: AgentId): void {
    for (const following of this.#following) {
      if (!following.isAll) {
        following.ids.add(id);
        following.isAll = following.ids.size > this.#agents.size + mostGone;
      }
    }
  }

  #runsShown(runs: AgentsState['runs']): AgentsState['runs'] {
    const some = [...runs].filter(([, run]) => this.#shows.run(run));
    return some.length === runs.size ? runs : new Map(some);
  }
}

/** The runs that are not the same in both, as they are in each. */
function changedRuns(before: AgentsState['runs'], after: AgentsState['runs']): readonly Run[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, run] = [before.get(id), after.get(id)];
    return old === run ? [] : [...(old ? [old] : []), ...(run ? [run] : [])];
  });
}
