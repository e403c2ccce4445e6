import type { ParseError } from 'jsonc-parser';
import { parse, printParseErrorCode } from 'jsonc-parser';
import { isTooDeep, objectOf, parseObject } from '../text/jsonObject.ts';
import { callerPid, isOwnCall } from '../wire/ownCall.ts';
import type { Payload } from '../wire/payload.ts';
import type { WireHead } from '../wire/wireHead.ts';
import { agentKey, eventOf, isKnown, parseAgentEvent } from './agentEvent.ts';
import type { Event } from './event.ts';
import type { EventProgram } from './programEvents.ts';
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

/** An event that was heard, and the program whose words its payload is in, where it is one's. */
export interface Heard<Program extends EventProgram> {
  readonly event: Event;
  readonly program?: Program;
}

/**
 * What an event that arrived at `arrivedAt` says happened. `undefined` for callers and events nothing is known of:
 * they change nothing. A stamp from the future is cut at its arrival, or it would silence the row.
 */
export function heardEvent<Program extends EventProgram>(
  programs: readonly Program[],
  head: WireHead,
  payload: Payload,
  arrivedAt: number,
): Heard<Program> | undefined {
  const when = { id: head.id, at: Math.min(head.at ?? arrivedAt, arrivedAt) };
  const own = ownEvent(head, payload, when);
  if (own !== 'none') {
    return own && { event: own };
  }
  const program = programs.find(({ id }) => id === head.program);
  // Whoever names the agent knows whose event it is.
  const named = typeof payload.beckon_agent === 'string' ? agentKey(payload.beckon_agent) : undefined;
  if (!program || (!named && !isOwnCall(head, payload, program))) {
    return undefined;
  }
  const pid = callerPid(head, program);
  const parsed = program.events.parse(payload, {
    ...when,
    event: head.event,
    env: head.env,
    ...(pid === undefined ? {} : { pid }),
    ...(named ? { as: { session: named.session, ...(named.child ? { child: named.child.id } : {}) } } : {}),
  });
  const event = parsed && named ? { ...parsed, program: named.program } : parsed;
  return event && { event: answerable(event, head, program), program };
}

/** The events of Beckon itself and of the `agent:` family; `none` for those of programs. */
function ownEvent(
  head: WireHead,
  payload: Payload,
  when: { id: string; at: number },
): Event | 'none' | undefined {
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
  return 'none';
}

/** Marks the end of a turn that may be refused, and says what can be said to a prompt: nothing where no relay waits. */
function answerable(event: Event, { waits }: WireHead, { answers }: EventProgram): Event {
  if (event.type === 'promptShown' && !event.generic && !waits && answers?.optIn) {
    // Perhaps nobody is asked: the program says the same of what is allowed.
    const { type: _, ask: _ask, generic: _generic, ...head } = event;
    return { ...head, type: 'noted' };
  }
  if (event.type === 'promptShown') {
    return { ...event, replies: waits ? (answers?.replies[event.ask.kind] ?? []) : [] };
  }
  return event.type === 'turnEnded' && waits && answers?.refuseStop !== undefined
    ? { ...event, waits: true }
    : event;
}
