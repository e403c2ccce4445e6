import type { Decision, DecisionOutcome } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Event } from '../event/event.ts';
import type { Trigger } from '../run/policy.ts';
import type { Run } from '../run/run.ts';
import type { RunEffect } from '../run/runEffect.ts';
import type { Agent, AgentId } from './agent.ts';
import { isNamed } from './prompts.ts';
import type { AgentState } from './state.ts';
import { sameState } from './state.ts';

/** What the outside has to do about a step, as data. */
export type Effect =
  | {
      readonly type: 'showState';
      readonly agent: AgentId;
      readonly from?: AgentState;
      readonly to: AgentState;
    }
  | { readonly type: 'showFacts'; readonly agent: AgentId }
  | { readonly type: 'removeAgent'; readonly agent: AgentId }
  | {
      readonly type: 'confirmLater';
      readonly agent: AgentId;
      readonly prompt: string;
      readonly dueAt: number;
    }
  | { readonly type: 'openDecision'; readonly decision: Decision }
  /** More is known of what is asked, or who asks it: a request came after the notice. */
  | { readonly type: 'reviseDecision'; readonly decision: Decision }
  | { readonly type: 'closeDecision'; readonly decision: Decision; readonly outcome: DecisionOutcome }
  | {
      readonly type: 'triggerRun';
      readonly run: Run['id'];
      readonly trigger: Trigger;
      readonly agent: AgentId;
    }
  | RunEffect;

/** One agent before and after an event. */
export interface Change {
  readonly before: Agent | undefined;
  readonly after: Agent | undefined;
}

/** A tentative prompt calls a person only when it still stands after this long. */
const confirmAfterMs = 1000;

/** What the rows of a step want done; a row that looks the same wants nothing. */
export function rowEffects(changes: readonly Change[], event: Event): Effect[] {
  return [...decisionEffects(changes, event), ...changes.flatMap(agentEffects)];
}

function agentEffects({ before, after }: Change): Effect[] {
  if (!after) {
    return before ? [{ type: 'removeAgent', agent: before.id }] : [];
  }
  const effects: Effect[] = [];
  if (!before || !sameState(before.state, after.state)) {
    const from = before ? { from: before.state } : {};
    effects.push({ type: 'showState', agent: after.id, ...from, to: after.state });
  }
  if (before && before.facts !== after.facts) {
    effects.push({ type: 'showFacts', agent: after.id });
  }
  for (const prompt of after.prompts) {
    if (prompt.confirmedAt === undefined && !before?.prompts.some(({ id }) => id === prompt.id)) {
      const dueAt = prompt.at + confirmAfterMs;
      effects.push({ type: 'confirmLater', agent: after.id, prompt: prompt.id, dueAt });
    }
  }
  return effects;
}

// Looked at over the whole conversation: a notice on it may turn out to be the request of a subagent.
function decisionEffects(changes: readonly Change[], event: Event): Effect[] {
  const before = new Map(changes.flatMap((change) => decisionsOf(change.before)).map((one) => [one.id, one]));
  const after = new Map(changes.flatMap((change) => decisionsOf(change.after)).map((one) => [one.id, one]));
  const closed = [...before.values()].filter(({ id }) => !after.has(id));
  return [
    ...closed.map(
      (decision): Effect => ({ type: 'closeDecision', decision, outcome: outcomeOf(decision, event) }),
    ),
    ...[...after.values()].flatMap((decision): Effect[] => {
      const known = before.get(decision.id);
      if (!known) {
        return [{ type: 'openDecision', decision }];
      }
      const revised = known.agent !== decision.agent || known.prompt.requestId !== decision.prompt.requestId;
      return revised ? [{ type: 'reviseDecision', decision }] : [];
    }),
  ];
}

function outcomeOf(decision: Decision, event: Event): DecisionOutcome {
  const named = event.type === 'decisionSettled' && isNamed(decision.prompt, event.decision);
  return named ? event.outcome : 'withdrawn';
}
