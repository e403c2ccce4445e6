import type { AgentId } from '../agent/agent.ts';
import type { Change } from '../agent/change.ts';
import { isNamed } from '../agent/prompts.ts';
import type { Prompt } from '../agent/state.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { DecisionOutcome, Event } from '../event/event.ts';
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

/** A tentative prompt calls a person only when it still stands after this long. */
const confirmAfterMs = 1000;

/** What the changed agents of a step want done. */
export function rowEffects(changes: readonly Change[], event: Event): Effect[] {
  return [...closedDecisions(changes, event), ...changes.flatMap(tentativePrompts)];
}

function tentativePrompts({ before, after }: Change): Effect[] {
  const isNew = ({ id }: Prompt) => !before?.prompts.some((known) => known.id === id);
  return (after?.prompts ?? [])
    .filter((prompt) => prompt.confirmedAt === undefined && isNew(prompt))
    .map(({ id, at }) => ({
      type: 'confirmLater',
      agent: after?.id ?? '',
      prompt: id,
      dueAt: at + confirmAfterMs,
    }));
}

// Looked at over the whole conversation: a notice on it may turn out to be the request of a subagent.
function closedDecisions(changes: readonly Change[], event: Event): Effect[] {
  const before = new Map(changes.flatMap((change) => decisionsOf(change.before)).map((one) => [one.id, one]));
  const open = new Set(changes.flatMap(({ after }) => decisionsOf(after)).map(({ id }) => id));
  return [...before.values()]
    .filter(({ id }) => !open.has(id))
    .map((decision) => ({ type: 'closeDecision', decision, outcome: outcomeOf(decision, event) }));
}

function outcomeOf(decision: Decision, event: Event): DecisionOutcome {
  const named = event.type === 'decisionSettled' && isNamed(decision.prompt, event.decision);
  return named ? event.outcome : 'withdrawn';
}
