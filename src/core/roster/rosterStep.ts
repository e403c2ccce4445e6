import type { Agent, AgentId } from '../agent/agent.ts';
import type { Family } from '../agent/agents.ts';
import type { Change } from '../agent/change.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionOutcome } from '../event/event.ts';
import type { KnownRuns } from '../run/knownRuns.ts';
import type { Run } from '../run/run.ts';
import type { RunEffect } from '../run/runEffect.ts';

/** What the outside has to do about a step, as data. */
export type Effect =
  | {
      readonly type: 'confirmLater';
      readonly agent: AgentId;
      readonly prompt: string;
      readonly dueAt: number;
    }
  | { readonly type: 'closeDecision'; readonly decision: Decision; readonly outcome: DecisionOutcome }
  | RunEffect;

/** One run before and after a step. */
export interface RunChange {
  readonly before: Run | undefined;
  readonly after: Run | undefined;
}

/** All that one step changes, and what the outside has to do about it. What is not named here stayed as it was. */
export interface RosterStep {
  readonly families: readonly Family[];
  readonly agents: readonly Change[];
  readonly runs: readonly RunChange[];
  readonly effects: readonly Effect[];
}

/** What a step asks about what is known. */
export interface KnownRoster extends KnownRuns {
  /** The agents that have ended, and are still shown. */
  readonly ended: readonly Agent[];
  /** The agents with a prompt that has this id, or whose request has it. */
  asking(name: string): readonly Agent[];
  /** The conversations that a process has spoken for. */
  ofProcess(pid: number): readonly Agent[];
  /** The runs that one of these names, or a process, may concern; in the order they began here. */
  runsAbout(names: Iterable<AgentId>, pid: number | undefined): KnownRuns['runs'];
  /** The program of the one conversation with this session id, where just one program has one. */
  programOf(session: string): string | undefined;
}

/** A step that changes nothing. */
export const noStep: RosterStep = { families: [], agents: [], runs: [], effects: [] };

/** Whether a step changes nothing. */
export function isNothing({ families, agents, runs }: RosterStep): boolean {
  return families.length + agents.length + runs.length === 0;
}
