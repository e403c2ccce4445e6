import type { Ask } from '../event/ask.ts';
import type { Event } from '../event/event.ts';
import type { Agent, Call } from './agent.ts';
import { inputPrint } from './inputPrint.ts';
import { promptEnds } from './prompts.ts';

const keptCalls = 50;

/** The calls of an agent after an event; what ends every prompt ends every call before it. */
export function callsAfter(calls: readonly Call[], event: Event): readonly Call[] {
  if (event.evidence === 'hook' && promptEnds[event.type] === 'all') {
    return calls.filter(({ at }) => at > event.at);
  }
  if ((event.type !== 'toolStarted' && event.type !== 'toolFinished') || event.callId === undefined) {
    return calls;
  }
  const known = calls.find(({ id }) => id === event.callId);
  if (event.type === 'toolStarted' && known) {
    return calls;
  }
  const begun = { id: event.callId, at: event.at, tool: event.tool ?? '', print: inputPrint(event.input) };
  const call = known ?? begun;
  const next = event.type === 'toolFinished' ? { ...call, finishedAt: event.at } : call;
  return [...calls.filter((other) => other !== known), next].slice(-keptCalls);
}

/**
 * The call a request belongs to; the request itself does not name it. The oldest that runs and that no request was
 * about yet; else one that ended since, for a request that arrives after its own answer.
 */
export function callOf(agent: Agent, { tool, input }: Ask, at: number): Call | undefined {
  const print = inputPrint(input);
  const same = agent.calls.filter((call) => call.tool === tool && call.print === print && !call.asked);
  return (
    same.find(({ finishedAt }) => finishedAt === undefined) ??
    same.find(({ finishedAt }) => finishedAt !== undefined && finishedAt >= at)
  );
}

/** The calls with the one marked that a request was found to be about. */
export function markAsked(calls: readonly Call[], callId: string | undefined): readonly Call[] {
  return calls.some(({ id, asked }) => id === callId && !asked)
    ? calls.map((call) => (call.id === callId ? { ...call, asked: true } : call))
    : calls;
}
