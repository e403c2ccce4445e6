import type { ParseError } from 'jsonc-parser';
import { parse, printParseErrorCode } from 'jsonc-parser';
import { isTooDeep } from '../text/isTooDeep.ts';
import { objectOf, parseObject } from '../text/jsonObject.ts';
import { callerOf, callerPid } from '../wire/callerOf.ts';
import type { Payload } from '../wire/payload.ts';
import type { WireHead } from '../wire/wireHead.ts';
import { agentKey, eventOf, isKnown, parseAgentEvent } from './agentEvent.ts';
import { claudeCode, parseClaudeCode } from './claudeCode.ts';
import type { Event } from './event.ts';
import { parseSeen, seenName } from './seenEvent.ts';
import { parseSettled, settledName } from './settledEvent.ts';

/** The payload of an event, as an object; `undefined` for what is none, or is nested too deep to be handled safely. */
export function parsePayload(body: string): Payload | undefined {
  return isTooDeep(body) ? undefined : (parseObject(body) ?? cutPayload(body));
}

/**
 * What is left of a payload that was cut off. An agent stops writing when its relay has exited, which it does at once;
 * of what does not fit into the socket the end is lost. Whose it is and what it is about stands at the beginning, and
 * only where that can be read is it taken.
 */
function cutPayload(body: string): Payload | undefined {
  const errors: ParseError[] = [];
  const payload = body.startsWith('{')
    ? objectOf(parse(body, errors, { disallowComments: true }))
    : undefined;
  const isOpen = errors.some(({ error }) => printParseErrorCode(error) === 'CloseBraceExpected');
  const isCut = isOpen && errors.every(({ offset, length }) => offset + length >= body.length);
  const isNamed = typeof payload?.session_id === 'string' && typeof payload.hook_event_name === 'string';
  return isCut && isNamed ? payload : undefined;
}

/**
 * What an event that arrived at `arrivedAt` says happened. `undefined` for callers and events nothing is known of:
 * they change nothing. A stamp from the future is cut at its arrival, or it would silence the row.
 */
export function heardEvent(head: WireHead, payload: Payload, arrivedAt: number): Event | undefined {
  const when = { id: head.id, at: Math.min(head.at ?? arrivedAt, arrivedAt) };
  if (head.event === settledName) {
    return parseSettled(payload, when);
  }
  if (head.event === seenName) {
    return parseSeen(payload, when);
  }
  if (head.event.startsWith('agent:')) {
    const told = parseAgentEvent({ ...payload, type: head.event });
    return told && isKnown(told) ? eventOf(told, when) : undefined;
  }
  // Whoever names the agent knows whose event it is.
  const named = typeof payload.beckon_agent === 'string' ? agentKey(payload.beckon_agent) : undefined;
  if (!named && callerOf(head, payload) !== claudeCode) {
    return undefined;
  }
  const pid = callerPid(head);
  const { TMUX_PANE: pane, CLAUDE_CODE_ENTRYPOINT: entrypoint, BECKON_AGENT: startedAs } = head.env;
  const parsed = parseClaudeCode(
    {
      // An entry of an old form names no event; one that does is only right about its own.
      ...(head.event ? { hook_event_name: head.event } : {}),
      ...payload,
      ...(named ? { session_id: named.session } : {}),
      ...(named?.child ? { agent_id: named.child.id } : {}),
      ...(pid === undefined ? {} : { pid }),
      ...(pane ? { tmux_pane: pane } : {}),
      // What runs inside of an agent inherits its variables: only the agent's own relay says by which door it came.
      ...(pid !== undefined && entrypoint ? { entrypoint } : {}),
      ...(pid !== undefined && startedAs ? { started_as: startedAs } : {}),
    },
    when,
  );
  const event = parsed && named ? { ...parsed, program: named.program } : parsed;
  return event?.type === 'turnEnded' && head.waits ? { ...event, waits: true } : event;
}
