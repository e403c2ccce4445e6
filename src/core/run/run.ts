import type { AgentId } from '../agent/agent.ts';
import type { Occasion } from '../agent/precedence.ts';
import type { Signal } from '../event/event.ts';

/** What a policy can answer to. */
export type Trigger = 'on_prompt' | 'on_idle' | 'on_error' | 'on_dead';

/** An agent under supervision. It ends done or failed; a run that ended never acts again. */
export interface Run {
  readonly id: string;
  /** The agent the run follows now. */
  readonly agent: AgentId;
  /** Agents of earlier steps and attempts: their events act no more. */
  readonly former: readonly AgentId[];
  readonly status: 'running' | 'waiting' | 'done' | 'failed';
  readonly signal?: Signal;
  readonly signalAt?: number;
  /** What the run last acted on, until the agent works again. */
  readonly standing?: Occasion;
}

/** Whether the run is over. */
export function runEnded(run: Run): boolean {
  return run.status === 'done' || run.status === 'failed';
}

/** The run an agent belongs or belonged to; a run it belongs to now comes first. */
export function runOf(runs: ReadonlyMap<string, Run>, agent: AgentId): Run | undefined {
  const all = [...runs.values()];
  return all.find((run) => run.agent === agent) ?? all.find((run) => run.former.includes(agent));
}
