import type { HookEvent } from './hookEvent.ts';
import { withInput } from './hookEvent.ts';
import type { HookOutcome } from './scriptEnd.ts';

/** What the hooks of one moment say, all together. */
export interface HookVerdict {
  /** `none`: nobody objects, which is no allow. */
  readonly decision: 'none' | 'allow' | 'ask' | 'deny';
  readonly reason?: string;
  readonly modifiedInput?: Readonly<Record<string, unknown>>;
  readonly additionalContext?: string;
}

/** How far the hooks of one moment have come. */
export interface HookProgress {
  /** What the next script is given: with the input that the last ones made. */
  readonly event: HookEvent;
  readonly verdict: HookVerdict;
}

/** Nobody has said anything yet. */
export function beginHooks(event: HookEvent): HookProgress {
  return { event, verdict: { decision: 'none' } };
}

/**
 * Adds what one hook says. An `allow` counts only where the person consented that this hook `mayApprove`; a question
 * outweighs it, and a no outweighs everything. It is for the input it was said of: it ends where a later hook makes
 * another one, unless that hook approves as well. A question at a moment that nobody can be asked at is a no where the
 * moment can be blocked, as at the end of a turn.
 */
export function addOutcome(
  { event, verdict }: HookProgress,
  { outcome, reason, refusal, modifiedInput, additionalContext }: HookOutcome,
  mayApprove: boolean,
): HookProgress {
  const asksHere = event.trigger === 'before_tool';
  const said =
    outcome === 'denied' || (outcome === 'asks' && !asksHere)
      ? 'deny'
      : outcome === 'asks'
        ? 'ask'
        : outcome === 'approves' && mayApprove && asksHere
          ? 'allow'
          : 'none';
  const input = event.trigger === 'before_tool' ? modifiedInput : undefined;
  const isVoid = verdict.decision === 'allow' && input !== undefined;
  const before: Pick<HookVerdict, 'decision' | 'reason'> = isVoid ? { decision: 'none' } : verdict;
  const isStronger = weight[said] > weight[before.decision];
  const why = isStronger ? ((said === 'deny' ? refusal : undefined) ?? reason) : before.reason;
  const context = [verdict.additionalContext, additionalContext].filter((text) => text !== undefined);
  return {
    event: input ? withInput(event, input) : event,
    verdict: {
      decision: isStronger ? said : before.decision,
      ...(why === undefined ? {} : { reason: why }),
      ...((input ?? verdict.modifiedInput) ? { modifiedInput: input ?? verdict.modifiedInput } : {}),
      ...(context.length > 0 ? { additionalContext: context.join('\n\n') } : {}),
    },
  };
}

const weight: Readonly<Record<HookVerdict['decision'], number>> = { none: 0, allow: 1, ask: 2, deny: 3 };
