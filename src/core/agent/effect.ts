import type { Decision, DecisionOutcome } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Event } from '../event/event.ts';
import type { Run, Trigger } from '../run/run.ts';
import type { Agent, AgentId } from './agent.ts';
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
  | { readonly type: 'closeDecision'; readonly decision: Decision; readonly outcome: DecisionOutcome }
  | {
      readonly type: 'triggerRun';
      readonly run: Run['id'];
      readonly trigger: Trigger;
      readonly agent: AgentId;
    }
  | { readonly type: 'endRun'; readonly run: Run['id'] };

/** A tentative prompt calls a person only when it still stands after this long. */
const confirmAfterMs = 1000;

/** What changed between two versions of one agent, as effects; equal versions give none. */
export function agentEffects(before: Agent | undefined, after: Agent | undefined, event: Event): Effect[] {
  const effects: Effect[] = [];
  const open = after ? decisionsOf(after) : [];
  const wasOpen = before ? decisionsOf(before) : [];
  for (const decision of wasOpen.filter((old) => !open.some((now) => now.id === old.id))) {
    const named = event.type === 'decisionSettled' && event.decision === decision.id;
    effects.push({ type: 'closeDecision', decision, outcome: named ? event.outcome : 'withdrawn' });
  }
  if (!after) {
    return before ? [...effects, { type: 'removeAgent', agent: before.id }] : effects;
  }
  if (!before || !sameState(before.state, after.state)) {
    effects.push({
      type: 'showState',
      agent: after.id,
      ...(before ? { from: before.state } : {}),
      to: after.state,
    });
  }
  if (before && before.facts !== after.facts) {
    effects.push({ type: 'showFacts', agent: after.id });
  }
  for (const prompt of after.prompts) {
    if (prompt.confirmedAt === undefined && !before?.prompts.includes(prompt)) {
      const dueAt = prompt.at + confirmAfterMs;
      effects.push({ type: 'confirmLater', agent: after.id, prompt: prompt.id, dueAt });
    }
  }
  for (const decision of open.filter((now) => !wasOpen.some((old) => old.id === now.id))) {
    effects.push({ type: 'openDecision', decision });
  }
  return effects;
}
