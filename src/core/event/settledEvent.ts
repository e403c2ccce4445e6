import * as z from 'zod';
import type { Event } from './event.ts';

/** The name under which a listener tells its peers how a decision ended. */
export const settledName = 'beckon:settled';

const settled = z.object({
  program: z.string().min(1),
  session: z.string().min(1),
  child: z.string().optional(),
  decision: z.string().min(1),
  outcome: z.enum(['approved', 'denied', 'answered', 'escalated', 'withdrawn']),
  edited: z.literal(true).optional(),
});

/** The end of a decision as a payload for peers; `undefined` for every other event. */
export function settledPayload(event: Event): z.output<typeof settled> | undefined {
  if (event.type !== 'decisionSettled') {
    return undefined;
  }
  const { program, session, child, decision, outcome, edited } = event;
  const more = { ...(child ? { child: child.id } : {}), ...(edited ? { edited } : {}) };
  return { program, session, decision, outcome, ...more };
}

/** Reads what a peer told of the end of a decision. */
export function parseSettled(payload: unknown, head: { id: string; at: number }): Event | undefined {
  const told = settled.safeParse(payload).data;
  if (!told) {
    return undefined;
  }
  const { program, session, child, decision, outcome, edited } = told;
  const who = { program, session, ...(child === undefined ? {} : { child: { id: child } }) };
  const how = { outcome, ...(edited ? { edited } : {}) };
  return { ...head, ...who, evidence: 'hook', type: 'decisionSettled', decision, ...how };
}
