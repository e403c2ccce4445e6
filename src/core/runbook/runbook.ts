import type { Policy } from '../run/policy.ts';

/** An agent as a runbook describes it: how it is started, and what is done about it. */
export interface RunbookAgent {
  readonly name: string;
  /** The command that starts it. */
  readonly run: string;
  /** What it is told first. */
  readonly prompt?: string;
  /** Whether it works in a worktree of its own; its steps do as it does unless they say otherwise. */
  readonly worktree: boolean;
  readonly policy: Policy;
}

/** One part of a pipeline: an agent that runs until it is done. */
export interface RunbookStep {
  readonly name: string;
  /** The name of an agent of the same runbook. */
  readonly agent: string;
  /** What the agent is told instead of its own prompt. */
  readonly prompt?: string;
  readonly worktree: boolean;
}

/** Steps that run one after the other; there is at least one. */
export interface RunbookPipeline {
  readonly name: string;
  readonly steps: readonly RunbookStep[];
}

/** What `.agents/runbook.yaml` says, by name. No agent has the name of a pipeline. */
export interface Runbook {
  readonly agents: ReadonlyMap<string, RunbookAgent>;
  readonly pipelines: ReadonlyMap<string, RunbookPipeline>;
}
