import * as z from 'zod';
import type { Event } from './event.ts';

/** The name under which a listener tells its peers that a person looked at an agent. */
export const seenName = 'beckon:seen';

const seen = z.object({ program: z.string().min(1), session: z.string().min(1) });

/** That a person looked at an agent as a payload for peers; `undefined` for every other event. */
export function seenPayload({ type, program, session }: Event): z.output<typeof seen> | undefined {
  return type === 'seen' ? { program, session } : undefined;
}

/** Reads what a peer told of a person who looked at an agent. */
export function parseSeen(payload: unknown, head: { id: string; at: number }): Event | undefined {
  const who = seen.safeParse(payload).data;
  return who && { ...head, ...who, evidence: 'hook', type: 'seen' };
}
