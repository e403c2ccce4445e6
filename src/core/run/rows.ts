import type { Change } from '../agent/change.ts';
import type { Prompt } from '../agent/state.ts';

/** What became of the rows in a step. */
export interface Rows {
  readonly changes: readonly Change[];
  /** What the conversation and its subagents still ask, by id. */
  readonly prompts: ReadonlyMap<Prompt['id'], Prompt>;
}
