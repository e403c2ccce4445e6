import type { Agent } from './agent.ts';

/** One agent before and after an event. */
export interface Change {
  readonly before: Agent | undefined;
  readonly after: Agent | undefined;
}
