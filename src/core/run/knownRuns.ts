import type { KnownAgents } from '../agent/agents.ts';
import type { Run } from './run.ts';

/** The runs that are supervised here, by id. */
export type Runs = ReadonlyMap<Run['id'], Run>;

/** What is known when a run may act: the runs, and the agents of this machine. */
export interface KnownRuns extends KnownAgents {
  readonly runs: Runs;
}
