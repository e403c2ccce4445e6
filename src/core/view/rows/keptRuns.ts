import type { AgentId } from '../../agent/agent.ts';
import type { AgentsState } from '../../roster/agentsState.ts';
import type { RunRow } from '../runRow.ts';
import { runRows } from '../runRow.ts';
import { runStandsUntil } from './rowsStand.ts';

/** The rows of the runs, kept until one of them says something else. */
export class KeptRuns {
  #rows: readonly RunRow[] = [];
  #runs: AgentsState['runs'] | undefined;
  #agents: ReadonlySet<AgentId> = new Set();
  #until = 0;

  /** As they were made last. */
  get rows(): readonly RunRow[] {
    return this.#rows;
  }

  /** Makes them anew where a run, one of these agents or a time is another one; says whether that was so. */
  look(state: AgentsState, now: number, changed: Iterable<AgentId>): boolean {
    const { runs } = state;
    if (runs === this.#runs && now < this.#until && ![...changed].some((id) => this.#agents.has(id))) {
      return false;
    }
    this.make(state, now);
    return true;
  }

  /** Makes them anew. */
  make(state: AgentsState, now: number): void {
    const all = [...state.runs.values()];
    this.#rows = runRows(state, now);
    this.#runs = state.runs;
    this.#agents = new Set(
      all.flatMap(({ agent, steps }) => [agent, ...steps.map((step) => step.agent ?? '')]),
    );
    this.#until = Math.min(...all.map((run) => runStandsUntil(run, now)));
  }
}
