import type { Agent, AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { Family, Tombstone } from '../agent/agents.ts';
import { rootOf } from '../agent/agents.ts';
import type { Change } from '../agent/change.ts';
import { hasEnded } from '../agent/state.ts';
import { agentKey, noProgram } from '../event/agentEvent.ts';
import type { Runs } from '../run/knownRuns.ts';
import type { Run } from '../run/run.ts';
import { Lookup } from './lookup.ts';
import type { KnownRoster, RosterStep, RunChange } from './rosterStep.ts';

/**
 * Everything one process knows, and where to find it: what a step needs is looked up, and only what it changes is written.
 * The maps are views of what is known at the moment they are read.
 */
export class Roster implements KnownRoster {
  readonly #agents = new Map<AgentId, Agent>();
  readonly #tombstones = new Map<AgentId, Tombstone>();
  readonly #families = new Map<AgentId, Family>();
  readonly #runs = new Map<Run['id'], Run>();
  readonly #ended = new Set<AgentId>();
  readonly #processes = new Lookup<number, AgentId>();
  readonly #prompts = new Lookup<string, AgentId>();
  readonly #runNames = new Lookup<AgentId, Run['id']>();
  readonly #runProcesses = new Lookup<number, Run['id']>();
  /** Every program of which an agent was known: few, whatever becomes of its agents. */
  readonly #programs = new Set<string>();
  // Fields and no getters: whoever spreads what is known, to show a part of it, gets them too.
  readonly agents: ReadonlyMap<AgentId, Agent> = this.#agents;
  readonly tombstones: ReadonlyMap<AgentId, Tombstone> = this.#tombstones;
  readonly runs: Runs = this.#runs;

  get ended(): readonly Agent[] {
    return this.#found(this.#ended);
  }

  family(root: AgentId): Family {
    return this.#families.get(root) ?? { root, agents: new Map(), tombstones: new Map() };
  }

  ofProcess(pid: number): readonly Agent[] {
    // Not in the order in which they came to it: that is history, and what is known must not depend on it.
    return this.#found([...this.#processes.of(pid)].sort());
  }

  asking(name: string): readonly Agent[] {
    return this.#found(this.#prompts.of(name));
  }

  runsAbout(names: Iterable<AgentId>, pid: number | undefined): Runs {
    const ids = new Set([...names].flatMap((name) => [...this.#runNames.of(name)]));
    for (const id of pid === undefined ? [] : this.#runProcesses.of(pid)) {
      ids.add(id);
    }
    return ids.size < 2
      ? new Map(entriesOf(ids, this.#runs))
      : new Map([...this.#runs].filter(([id]) => ids.has(id)));
  }

  programOf(session: string): string | undefined {
    const known = [...this.#programs].filter((program) => {
      const id = agentId(program, session);
      return program !== noProgram && (this.#agents.has(id) || this.#tombstones.has(id));
    });
    return known.length === 1 ? known[0] : undefined;
  }

  /** Takes in what a step changed. */
  apply({ families, agents, runs }: RosterStep): void {
    for (const family of families) {
      this.#putFamily(family);
    }
    for (const change of agents) {
      this.#putAgent(change);
    }
    for (const change of runs) {
      this.#putRun(change);
    }
  }

  #putFamily(family: Family): void {
    const { root, agents, tombstones } = family;
    for (const id of this.family(root).tombstones.keys()) {
      if (!tombstones.has(id)) {
        this.#tombstones.delete(id);
      }
    }
    for (const [id, tombstone] of tombstones) {
      this.#tombstones.set(id, tombstone);
    }
    if (!this.#families.has(root)) {
      this.#programs.add(agentKey(root)?.program ?? noProgram);
    }
    if (agents.size + tombstones.size === 0) {
      this.#families.delete(root);
    } else {
      this.#families.set(root, family);
    }
  }

  #putAgent({ before, after }: Change): void {
    const id = after?.id ?? before?.id;
    if (id === undefined) {
      return;
    }
    // What is known may be newer than what the step knew: a family may be put twice before its agents are.
    const known = this.#agents.get(id);
    if (after) {
      this.#agents.set(id, after);
    } else {
      this.#agents.delete(id);
    }
    this.#ended.delete(id);
    if (after && hasEnded(after.state)) {
      this.#ended.add(id);
    }
    this.#processes.move(id, processesOf(known), processesOf(after));
    this.#prompts.move(id, promptNames(known), promptNames(after));
  }

  #putRun({ before, after }: RunChange): void {
    const id = after?.id ?? before?.id ?? '';
    const known = this.#runs.get(id);
    if (after) {
      this.#runs.set(id, after);
    } else {
      this.#runs.delete(id);
    }
    this.#runNames.move(id, namesOf(known), namesOf(after));
    this.#runProcesses.move(id, movingOf(known), movingOf(after));
  }

  #found(ids: Iterable<AgentId>): readonly Agent[] {
    return entriesOf(ids, this.#agents).map(([, agent]) => agent);
  }
}

function entriesOf<Value>(ids: Iterable<string>, from: ReadonlyMap<string, Value>): [string, Value][] {
  return [...ids].flatMap((id) => {
    const one = from.get(id);
    return one === undefined ? [] : [[id, one] satisfies [string, Value]];
  });
}

/** Only conversations have processes of their own. */
function processesOf(agent: Agent | undefined): readonly number[] {
  return agent && rootOf(agent) === agent.id ? agent.processes : [];
}

function promptNames(agent: Agent | undefined): readonly string[] {
  const all = (agent?.prompts ?? []).flatMap(({ id, requestId = id }) => [id, requestId]);
  return [...new Set(all)];
}

/** Every name by which an event can be about a run. */
function namesOf(run: Run | undefined): readonly AgentId[] {
  return run ? [run.agent, ...run.former, run.startedAs ?? ''].filter((name) => name !== '') : [];
}

function movingOf(run: Run | undefined): readonly number[] {
  return run?.movingPid === undefined ? [] : [run.movingPid];
}
