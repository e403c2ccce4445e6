import { honestText } from './plainText.ts';

/** Whether a message of the page with a plan says that it has the keyboard; `undefined` where it is about something else. */
export function planFocus(message: unknown): boolean | undefined {
  const { kind } = (message ?? {}) as { kind?: unknown };
  return kind === 'focus' ? true : kind === 'blur' ? false : undefined;
}

/** What a person says to a plan. */
export type PlanAnswer =
  | { readonly kind: 'accept' }
  | { readonly kind: 'acceptEdited'; readonly plan: string }
  | { readonly kind: 'revise'; readonly message: string };

/**
 * What a message of the page with a plan says; `undefined` where it says nothing that could be sent. The person sees and
 * edits the plan without what deceives, and that is what is sent; one that was not touched is plainly accepted.
 */
export function planAnswer(message: unknown, plan: string): PlanAnswer | undefined {
  const { kind, text } = (message ?? {}) as { kind?: unknown; text?: unknown };
  if (kind === 'accept') {
    return { kind };
  }
  if (typeof text !== 'string' || !text.trim()) {
    return undefined;
  }
  if (kind === 'acceptEdited') {
    return text === honestText(plan) ? { kind: 'accept' } : { kind, plan: text };
  }
  return kind === 'revise' ? { kind, message: text.trim() } : undefined;
}
