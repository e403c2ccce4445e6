import type { Reply } from '../event/reply.ts';
import { allReplies } from '../event/reply.ts';
import type { Prompt } from './state.ts';

/** Whether a request stands that may still be answered from here: it was not left to the terminal. */
export function waits({ requestId, escalatedAt }: Prompt): boolean {
  return requestId !== undefined && escalatedAt === undefined;
}

/** What can be said to a prompt from here: nothing where no request of it waits, or it was left to the terminal. */
export function repliesTo(prompt: Prompt): readonly Reply[] {
  return waits(prompt) ? (prompt.replies ?? allReplies[prompt.kind]) : [];
}
