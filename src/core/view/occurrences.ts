import type { Agent, AgentId } from '../agent/agent.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';
import type { NotifyKind } from './notifyKinds.ts';
import { kindOfPrompt, notifyKindOf } from './notifyKinds.ts';
import { appealOf, isAnsweredByRun, isDismissed, isLeftToRun } from './supervision.ts';

/** Something a person may be told once: a decision that waits, of an agent or of a run, or what became of one. */
export interface Occurrence {
  readonly key: string;
  readonly agent: AgentId;
  readonly kind: NotifyKind;
  readonly at: number;
  readonly decision?: Decision;
  /** The run that needs a person, and for what. */
  readonly appeal?: { readonly run: Run; readonly decision: RunDecision };
  /** The run that failed by a rule. */
  readonly failedRun?: Run;
}

/** Everything of now that a person may be told of the kinds they want to hear of, in the order it came about. */
export function occurrencesIn(
  { agents, runs }: AgentsState,
  isWanted: (kind: NotifyKind) => boolean = () => true,
): readonly Occurrence[] {
  const all = [...runs.values()].flatMap((run) => [...appealsOf(run), ...failuresOf(run)]);
  for (const agent of agents.values()) {
    if (newsOf(agent).some(isWanted)) {
      all.push(...occurrencesOf(agent, runs));
    }
  }
  return all.filter(({ kind }) => isWanted(kind)).sort((a, b) => a.at - b.at);
}

/** What an agent asks, and what it has come to, of which a person may be told. */
export function newsOf(agent: Agent): readonly NotifyKind[] {
  const kind = notifyKindOf(agent);
  const asked = agent.prompts.map((prompt) => kindOfPrompt(prompt.kind));
  return kind === undefined ? asked : [...new Set([...asked, kind])];
}

function appealsOf(run: Run): readonly Occurrence[] {
  const decision = appealOf(run);
  return decision
    ? [
        {
          key: `run ${decision.id}`,
          agent: run.agent,
          kind: 'run',
          at: decision.openedAt,
          appeal: { run, decision },
        },
      ]
    : [];
}

/** Who cancelled a run knows of it. */
function failuresOf(run: Run): readonly Occurrence[] {
  const { id, agent, status, reason, endedAt: at } = run;
  return status === 'failed' && reason !== 'cancelled' && at !== undefined
    ? [{ key: `run ${id} failed`, agent, kind: 'failed', at, failedRun: run }]
    : [];
}

function occurrencesOf(agent: Agent, runs: AgentsState['runs']): readonly Occurrence[] {
  const waiting = decisionsOf(agent).filter(
    ({ id, prompt }) => !isAnsweredByRun(runs, agent.id, id) && !isDismissed(runs, prompt),
  );
  const decisions = waiting.map((decision) => ({
    // What is only known to be asked can be told; when the request itself comes, it is told what, with its answers.
    key: `${decision.prompt.requestId === undefined ? 'notice' : 'decision'} ${decision.id}`,
    agent: agent.id,
    kind: kindOfPrompt(decision.prompt.kind),
    at: decision.openedAt,
    decision,
  }));
  const kind = notifyKindOf(agent);
  // A prompt is told by its decision: one that is tentative or escalated has none.
  return kind === undefined || agent.state.kind === 'prompting' || isLeftToRun(runs, agent)
    ? decisions
    : [...decisions, { key: `${kind} ${agent.id} ${agent.since}`, agent: agent.id, kind, at: agent.since }];
}
