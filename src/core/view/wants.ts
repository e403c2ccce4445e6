import type { Agent, AgentId } from '../agent/agent.ts';
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
  const tally = new WantsTally(state.runs, levels);
  for (const agent of state.agents.values()) {
    tally.put(agent.id, agent);
  }
  return tally.all(state);
}

/** Counts what agents want, one by one. */
export class WantsTally {
  readonly #runs: AgentsState['runs'];
  readonly #levels: NotifyLevels;
  readonly #agents = new Map<AgentId, Agent>();
  readonly #needy = new Map<AgentId, Agent>();
  readonly #counts = { done: 0, unseen: 0, working: 0, idle: 0 };

  constructor(runs: AgentsState['runs'], levels: NotifyLevels) {
    this.#runs = runs;
    this.#levels = levels;
  }

  /** Counts an agent as it is now, or no longer. */
  put(id: AgentId, agent: Agent | undefined): void {
    this.#count(this.#agents.get(id), -1);
    this.#count(agent, 1);
    this.#agents.delete(id);
    this.#needy.delete(id);
    if (agent) {
      this.#agents.set(id, agent);
      if (wantsOf(agent, this.#runs, this.#levels).needsPerson) {
        this.#needy.set(id, agent);
      }
    }
  }

  /** What all that are counted want, and the runs of a state. Who needs a person is in the order in which that was said last. */
  all(state: AgentsState): AllWants {
    return { needy: [...this.#needy.values()], lonely: needyRuns(state, this.#levels), ...this.#counts };
  }

  #count(agent: Agent | undefined, by: 1 | -1): void {
    if (!agent) {
      return;
    }
    const wants = wantsOf(agent, this.#runs, this.#levels);
    const isCounted = agent.parent === undefined && !wants.needsPerson;
    this.#counts.done += wants.isDone ? by : 0;
    this.#counts.unseen += wants.isUnseen ? by : 0;
    this.#counts.working += isCounted && wants.urgency === 'working' ? by : 0;
    this.#counts.idle += isCounted && wants.urgency === 'idle' ? by : 0;
  }
}
