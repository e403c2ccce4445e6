import { repliesTo } from '../../agent/replies.ts';
import type { Prompt } from '../../agent/state.ts';
import { editableText } from '../../decision/editableText.ts';
import type { Reply } from '../../event/reply.ts';
import { alwaysEffects } from './alwaysEffects.ts';

/** What a person can be offered about what an agent asks. `always`: approve for always. `edit`: approve as edited. */
export type Offer = Reply | 'always' | 'edit';

/** What there is to offer. */
export type Offers = ReadonlySet<Offer>;

/** Nothing but the agent's own terminal. */
export const noOffers: Offers = new Set();

/**
 * Everything a person can be offered about a prompt. Every button that answers is made from it, so there is none for what
 * the program does not take, or for what waits nowhere.
 */
export function offersOf(prompt: Prompt | undefined): Offers {
  const replies = prompt ? repliesTo(prompt) : [];
  if (!prompt || replies.length === 0) {
    return noOffers;
  }
  const isApproved = prompt.kind === 'permission' && replies.includes('approve');
  return new Set<Offer>([
    ...replies.filter((reply) => isKnownEnough(prompt, reply)),
    ...(isApproved && alwaysEffects(prompt) ? ['always' as const] : []),
    ...(isApproved && editableText(prompt) ? ['edit' as const] : []),
  ]);
}

/** Whether a click on a prompt opens it here: there is more to say to it than no. */
export function opensHere(prompt: Prompt | undefined): boolean {
  const offers = offersOf(prompt);
  switch (prompt?.kind) {
    case 'question':
      return offers.has('answer');
    case 'plan_approval':
      return offers.has('approve');
    case 'permission':
    case 'other':
      return offers.size > 0;
    case undefined:
      return false;
  }
}

/** Nobody answers questions, or accepts a plan, that they could not read. */
function isKnownEnough({ kind, questions, plan }: Prompt, reply: Reply): boolean {
  switch (kind) {
    case 'question':
      return reply !== 'answer' || (questions !== undefined && questions.length > 0);
    case 'plan_approval':
      return reply === 'deny' || reply === 'interrupt' || plan !== undefined;
    case 'permission':
    case 'other':
      return true;
  }
}
