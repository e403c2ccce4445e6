import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import type { Follower, ShownRoster } from './shownRoster.ts';
import type { AllWants } from './wants.ts';
import { WantsTally } from './wants.ts';

/** What the agents and runs that are shown want of a person, counted on by those that changed. */
export class KeptWants {
  readonly #shown: ShownRoster;
  readonly #changed: Follower;
  #levels: NotifyLevels | undefined;
  #runs: AgentsState['runs'] | undefined;
  #tally: WantsTally | undefined;
  #all: AllWants | undefined;

  constructor(shown: ShownRoster) {
    this.#shown = shown;
    this.#changed = shown.follow();
  }

  /** What they want as of the last look at what is shown; the same object until something changes. */
  all(levels: NotifyLevels): AllWants {
    const { state } = this.#shown;
    const changed = this.#changed();
    const isGoingOn = changed !== 'all' && levels === this.#levels;
    if (isGoingOn && this.#all && changed.size === 0 && state.runs === this.#runs) {
      return this.#all;
    }
    const tally = (isGoingOn && this.#tally) || new WantsTally(levels);
    for (const id of isGoingOn ? changed : state.agents.keys()) {
      tally.put(id, state);
    }
    [this.#tally, this.#levels, this.#runs] = [tally, levels, state.runs];
    const all = tally.all(state);
    const order = ({ id }: Agent) => this.#shown.orderOf(id);
    this.#all = { ...all, needy: all.needy.toSorted((a, b) => order(a) - order(b)) };
    return this.#all;
  }
}
