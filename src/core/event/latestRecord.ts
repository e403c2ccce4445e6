import type { AgentFacts } from './agentFacts.ts';
import type { Event } from './event.ts';

/**
 * One event for a piece of history: the newest of `events`, with the facts of all of them. Whoever opens a transcript
 * in the middle of a conversation must not play what happened as if it happened now: questions were answered and
 * failures are over, and only the newest record tells how it stands. Records are not written strictly in order, so
 * the newest is told by its time; of two of one moment it is the later line.
 */
export function latestRecord(events: readonly Event[]): Event | undefined {
  const inTime = events.toSorted((a, b) => a.at - b.at);
  const newest = inTime.at(-1);
  if (!newest) {
    return undefined;
  }
  const merged: AgentFacts = Object.assign({}, ...inTime.map(({ facts }) => facts ?? {}));
  const first = inTime.find(({ facts }) => facts?.firstPrompt !== undefined)?.facts?.firstPrompt;
  return { ...newest, facts: first === undefined ? merged : { ...merged, firstPrompt: first } };
}
