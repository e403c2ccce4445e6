import type { Agent, AgentId } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import type { Prompt, Urgency } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { wasDismissed } from '../run/dismissed.ts';
import type { Run } from '../run/run.ts';
import { runEnded } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';

type Runs = AgentsState['runs'];

/** How long after the end of a run the end of its agent is still the run's doing. */
const endMs = 10_000;

/**
 * What a run needs a person for: a decision that no prompt of its agent tells of already, and that the person wants to
 * hear of.
 */
export function appealOf({ status, decision }: Run): RunDecision | undefined {
  return status === 'waiting' && decision?.prompt === undefined && !decision?.dismissed
    ? decision
    : undefined;
}

/** The run an agent is under now. */
export function currentRun(runs: Runs, agent: AgentId): Run | undefined {
  return runsOf(runs, agent).find((run) => run.agent === agent && !runEnded(run));
}

/** What the run of an agent needs a person for. */
export function appealAbout(runs: Runs, agent: AgentId): RunDecision | undefined {
  const run = currentRun(runs, agent);
  return run && appealOf(run);
}

/** The urgency of an agent's row: one whose run appeals to a person needs one, whatever it does. */
export function urgencyUnder(runs: Runs, agent: Agent): Urgency {
  return appealAbout(runs, agent.id) ? 'attention' : agentUrgency(agent);
}

/**
 * Whether what an agent is, as idle, failed or dead, is its run's business: the run acts on it, or appeals to
 * a person. A run ends its agents, and nobody has to be told of that.
 */
export function isLeftToRun(runs: Runs, { id, since }: Agent): boolean {
  return runsOf(runs, id).some(
    (run) => !runEnded(run) || (run.endedAt !== undefined && since <= run.endedAt + endMs),
  );
}

/** Whether a run answers a prompt by itself at this moment: its gate decides, or its agent is being ended. */
export function isAnsweredByRun(runs: Runs, agent: AgentId, prompt: string): boolean {
  return [...runs.values()].some(
    ({ gates, agent: own, pending }) =>
      gates.some((gate) => gate.prompt === prompt) || (own === agent && pending?.kind === 'end'),
  );
}

/** Whether a run waits about a prompt that the person wants to hear no more of. The agent asks on, as its row says. */
export function isDismissed(runs: Runs, prompt: Prompt): boolean {
  return [...runs.values()].some(
    // Another process may supervise the run, and know the prompt by another name.
    (run) => run.decision?.dismissed && (run.decision.prompt === prompt.id || wasDismissed(run, prompt)),
  );
}

/** The runs that appeal to a person and have no row of an agent to say so. */
export function lonelyAppeals({ agents, runs }: AgentsState): readonly Run[] {
  return [...runs.values()].filter((run) => appealOf(run) && !agents.has(run.agent));
}

const noRuns: readonly Run[] = [];
const byAgent = new WeakMap<Runs, ReadonlyMap<AgentId, readonly Run[]>>();

/** The runs that an agent is or was an agent of, in their order. Views ask for every agent of a snapshot. */
function runsOf(runs: Runs, agent: AgentId): readonly Run[] {
  if (runs.size === 0) {
    return noRuns;
  }
  const known = byAgent.get(runs) ?? indexed(runs);
  byAgent.set(runs, known);
  return known.get(agent) ?? noRuns;
}

function indexed(runs: Runs): ReadonlyMap<AgentId, readonly Run[]> {
  const index = new Map<AgentId, Run[]>();
  for (const run of runs.values()) {
    for (const agent of new Set([run.agent, ...run.former])) {
      index.set(agent, [...(index.get(agent) ?? []), run]);
    }
  }
  return index;
}
