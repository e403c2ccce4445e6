import type { Agent } from '../agent/agent.ts';
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
  readonly needy: readonly Agent[];
  /** The runs that need a person and have no agent that is counted for them. */
  readonly lonely: readonly Run[];
  readonly done: readonly Agent[];
  readonly unseen: readonly Agent[];
  /** The conversations that need nobody, by what they do; who is done is idle too. */
  readonly working: number;
  readonly idle: number;
}

const counted = new WeakMap<AgentsState, { readonly levels: NotifyLevels; readonly all: AllWants }>();

/** What all agents and runs of a state want of a person; counted once for all who ask. */
export function allWants(state: AgentsState, levels: NotifyLevels): AllWants {
  const last = counted.get(state);
  if (last?.levels === levels) {
    return last.all;
  }
  const all = count(state, levels);
  counted.set(state, { levels, all });
  return all;
}

function count(state: AgentsState, levels: NotifyLevels): AllWants {
  const [needy, done, unseen]: [Agent[], Agent[], Agent[]] = [[], [], []];
  let [working, idle] = [0, 0];
  for (const agent of state.agents.values()) {
    const wants = wantsOf(agent, state.runs, levels);
    if (wants.isDone) {
      done.push(agent);
    }
    if (wants.isUnseen) {
      unseen.push(agent);
    }
    if (wants.needsPerson) {
      needy.push(agent);
    } else if (agent.parent === undefined) {
      working += Number(wants.urgency === 'working');
      idle += Number(wants.urgency === 'idle');
    }
  }
  return { needy, lonely: needyRuns(state, levels), done, unseen, working, idle };
}
