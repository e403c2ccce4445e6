import type { Agent, AgentId } from '../agent/agent.ts';
import { rootNamed } from '../agent/agents.ts';
import { isUnseen } from '../agent/seen.ts';
import type { Urgency } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import { isDoneForPerson } from './done/isDoneForPerson.ts';
import { needsPerson, needyRuns } from './needy.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import { isLeftToRun, urgencyUnder } from './supervision.ts';

/** What an agent wants of a person, as the tree, the badge and the status bar count it. */
export interface Wants {
  readonly urgency: Urgency;
  readonly needsPerson: boolean;
  readonly isDone: boolean;
  /** It is done, has failed or has died, and nobody has looked. */
  readonly isUnseen: boolean;
}

interface Known {
  readonly runs: AgentsState['runs'];
  readonly levels: NotifyLevels;
  readonly wants: Wants;
}

/** What was found last: of many agents few change from one look to the next. */
const known = new WeakMap<Agent, Known>();

/** What one agent wants of a person. */
export function wantsOf(agent: Agent, runs: AgentsState['runs'], levels: NotifyLevels): Wants {
  const last = known.get(agent);
  if (last?.runs === runs && last.levels === levels) {
    return last.wants;
  }
  const wants = {
    urgency: urgencyUnder(runs, agent),
    needsPerson: needsPerson(agent, levels, runs),
    isDone: isDoneForPerson(agent, runs),
    isUnseen: isUnseen(agent) && !isLeftToRun(runs, agent),
  };
  known.set(agent, { runs, levels, wants });
  return wants;
}

/** What all agents and runs want of a person. */
export interface AllWants {
  /** In the order they came in. */
  readonly needy: readonly Agent[];
  /** The runs that need a person and have no agent that is counted for them. */
  readonly lonely: readonly Run[];
  /** How many are done, and how many nobody has looked at. */
  readonly done: number;
  readonly unseen: number;
  /** How many conversations that need nobody do what; who is done is idle too. */
  readonly working: number;
  readonly idle: number;
}

/** What all agents and runs of a state want of a person. */
export function allWants(state: AgentsState, levels: NotifyLevels): AllWants {
  const tally = new WantsTally(levels);
  for (const id of state.agents.keys()) {
    tally.put(id, state);
  }
  return tally.all(state);
}

/** Counts what agents want, one by one. */
export class WantsTally {
  readonly #levels: NotifyLevels;
  /** What was counted of each. */
  readonly #counted = new Map<AgentId, Wants>();
  readonly #needy = new Map<AgentId, Agent>();
  readonly #counts = { done: 0, unseen: 0, working: 0, idle: 0 };

  constructor(levels: NotifyLevels) {
    this.#levels = levels;
  }

  /** Counts an agent as it is in a state, or no longer. */
  put(id: AgentId, { agents, runs }: AgentsState): void {
    const agent = agents.get(id);
    const wants = agent && wantsOf(agent, runs, this.#levels);
    this.#count(id, this.#counted.get(id), -1);
    this.#count(id, wants, 1);
    this.#counted.delete(id);
    this.#needy.delete(id);
    if (wants) {
      this.#counted.set(id, wants);
    }
    if (agent && wants?.needsPerson) {
      this.#needy.set(id, agent);
    }
  }

  /** What all that are counted want, and the runs of a state. Who needs a person is in the order in which that was said last. */
  all(state: AgentsState): AllWants {
    return { needy: [...this.#needy.values()], lonely: needyRuns(state, this.#levels), ...this.#counts };
  }

  #count(id: AgentId, wants: Wants | undefined, by: 1 | -1): void {
    if (!wants) {
      return;
    }
    const isCounted = rootNamed(id) === id && !wants.needsPerson;
    this.#counts.done += wants.isDone ? by : 0;
    this.#counts.unseen += wants.isUnseen ? by : 0;
    this.#counts.working += isCounted && wants.urgency === 'working' ? by : 0;
    this.#counts.idle += isCounted && wants.urgency === 'idle' ? by : 0;
  }
}
