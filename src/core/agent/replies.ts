import type { Reply } from '../event/reply.ts';
import { allReplies } from '../event/reply.ts';
import type { Prompt } from './state.ts';

/** What can be said to a prompt from here: nothing where no request of it waits, or it was left to the terminal. */
export function repliesTo({ requestId, escalatedAt, replies, kind }: Prompt): readonly Reply[] {
  return requestId === undefined || escalatedAt !== undefined ? [] : (replies ?? allReplies[kind]);
}
