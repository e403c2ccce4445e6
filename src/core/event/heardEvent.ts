import { callerOf, callerPid } from '../wire/callerOf.ts';
import type { WireHead } from '../wire/wireHead.ts';
import { eventOf, isKnown, parseAgentEvent } from './agentEvent.ts';
import { claudeCode, parseClaudeCode } from './claudeCode.ts';
import type { Event } from './event.ts';

/** The payload of an event, as an object; `undefined` for what is none. */
export function parsePayload(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What an event that arrived at `arrivedAt` says happened. `undefined` for callers and events nothing is known of:
 * they change nothing. A stamp from the future is cut at its arrival, or it would silence the row.
 */
export function heardEvent(
  head: WireHead,
  payload: Readonly<Record<string, unknown>>,
  arrivedAt: number,
): Event | undefined {
  const when = { id: head.id, at: Math.min(head.at ?? arrivedAt, arrivedAt) };
  if (head.event.startsWith('agent:')) {
    const told = parseAgentEvent({ ...payload, type: head.event });
    return told && isKnown(told) ? eventOf(told, when) : undefined;
  }
  if (callerOf(head, payload) !== claudeCode) {
    return undefined;
  }
  const pid = callerPid(head);
  const { TMUX_PANE: pane } = head.env;
  return parseClaudeCode(
    {
      // An entry of an old form names no event; one that does is only right about its own.
      ...(head.event ? { hook_event_name: head.event } : {}),
      ...payload,
      ...(pid === undefined ? {} : { pid }),
      ...(pane ? { tmux_pane: pane } : {}),
    },
    when,
  );
}
