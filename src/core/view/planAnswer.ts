import type { Answer } from '../decision/answer.ts';
import { honestText } from '../text/plainText.ts';
import type { Offers } from './ask/offers.ts';

/** Whether a message of the page with a plan says that it has the keyboard; `undefined` where it is about something else. */
export function planFocus(message: unknown): boolean | undefined {
  const { kind } = (message ?? {}) as { kind?: unknown };
  return kind === 'focus' ? true : kind === 'blur' ? false : undefined;
}

/**
 * What a message of the page with a plan says; `undefined` where it says nothing that could be sent. The person sees and
 * edits the plan without what deceives, and that is what is sent; one that was not touched is plainly accepted.
 */
export function planAnswer(message: unknown, plan: string, offers: Offers): Answer | undefined {
  const { kind, text } = (message ?? {}) as { kind?: unknown; text?: unknown };
  // Whatever mode the agent was in before: nobody is to be surprised by edits that were not asked about.
  const accepted: Answer = { kind: 'approve', ...(offers.has('planMode') ? { mode: 'default' } : {}) };
  switch (kind) {
    case 'accept':
      return accepted;
    case 'autoAccept':
      return { kind: 'approve', mode: 'acceptEdits' };
    case 'reject':
      return { kind: 'deny' };
  }
  if (typeof text !== 'string' || !text.trim()) {
    return undefined;
  }
  if (kind === 'acceptEdited') {
    return text === honestText(plan) ? accepted : { ...accepted, plan: text };
  }
  return kind === 'revise' ? { kind: 'deny', message: text.trim() } : undefined;
}
