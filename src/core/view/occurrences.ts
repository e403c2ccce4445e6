import type { Agent, AgentId } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { NotifyKind } from './notifyKinds.ts';
import { kindOfPrompt, notifyKindOf } from './notifyKinds.ts';

/** Something a person may be told once: a decision that waits, or a state that came about. */
export interface Occurrence {
  readonly key: string;
  readonly agent: AgentId;
  readonly kind: NotifyKind;
  readonly at: number;
  readonly decision?: Decision;
}

/** Everything of now that a person may be told, in the order it came about. */
export function occurrencesIn({ agents }: AgentsState): readonly Occurrence[] {
  return [...agents.values()].flatMap(occurrencesOf).sort((a, b) => a.at - b.at);
}

function occurrencesOf(agent: Agent): readonly Occurrence[] {
  const decisions = decisionsOf(agent).map((decision) => ({
    // What is only known to be asked can be told; when the request itself comes, it is told what, with its answers.
    key: `${decision.prompt.requestId === undefined ? 'notice' : 'decision'} ${decision.id}`,
    agent: agent.id,
    kind: kindOfPrompt(decision.prompt.kind),
    at: decision.openedAt,
    decision,
  }));
  const kind = notifyKindOf(agent);
  // A prompt is told by its decision: one that is tentative or escalated has none.
  return kind === undefined || agent.state.kind === 'prompting'
    ? decisions
    : [...decisions, { key: `${kind} ${agent.id} ${agent.since}`, agent: agent.id, kind, at: agent.since }];
}
