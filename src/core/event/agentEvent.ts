import * as z from 'zod';
import type { ErrorClass } from './errorClass.ts';
import type { Event, EventHead, Happening, Signal } from './event.ts';
import type { PromptType } from './promptType.ts';
import { parsePromptType } from './promptType.ts';

/** The events of the `agent:` family, as they are written in JSON; extra fields are kept. */
export type AgentEvent =
  | { readonly type: 'agent:idle'; readonly agent_id: string }
  | { readonly type: 'agent:waiting'; readonly agent_id: string }
  | { readonly type: 'agent:gone'; readonly agent_id: string }
  | { readonly type: 'agent:prompt'; readonly agent_id: string; readonly prompt_type: PromptType }
  | {
      readonly type: 'agent:signal';
      readonly agent_id: string;
      readonly signal: Signal;
      readonly message?: string;
    }
  | { readonly type: 'agent:working'; readonly agent_id: string; readonly detail?: string }
  | {
      readonly type: 'agent:failed';
      readonly agent_id: string;
      readonly error: ErrorClass;
      readonly message?: string;
    }
  | { readonly type: 'agent:exited'; readonly agent_id: string; readonly exit_code?: number };

/** An event of a name this version does not know; it is carried through whole. */
export interface UnknownEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const named = <T extends string>(type: T) => ({ type: z.literal(type), agent_id: z.string().min(1) });
const errors = [
  'unauthorized',
  'out_of_credits',
  'rate_limited',
  'no_internet',
  'overloaded',
  'other',
] as const;

// A field that is only nice to have must not cost the event.
const text = z.string().optional().catch(undefined);

const schema = z.discriminatedUnion('type', [
  z.looseObject(named('agent:idle')),
  z.looseObject(named('agent:waiting')),
  z.looseObject(named('agent:gone')),
  z.looseObject({ ...named('agent:prompt'), prompt_type: z.unknown().optional().transform(parsePromptType) }),
  z.looseObject({
    ...named('agent:signal'),
    signal: z.enum(['complete', 'escalate', 'continue']),
    message: text,
  }),
  z.looseObject({ ...named('agent:working'), detail: text }),
  z.looseObject({
    ...named('agent:failed'),
    error: z.enum(errors).catch('other'),
    message: text,
  }),
  z.looseObject({ ...named('agent:exited'), exit_code: z.number().optional().catch(undefined) }),
]);

const anyEvent = z.looseObject({ type: z.string() });

/** Reads an event of the `agent:` family. One of an unknown name or shape comes back as it is; no event gives `undefined`. */
export function parseAgentEvent(value: unknown): AgentEvent | UnknownEvent | undefined {
  const known = schema.safeParse(value);
  return known.success ? known.data : anyEvent.safeParse(value).data;
}

/** Whether this version knows what the event means. */
export function isKnown(event: AgentEvent | UnknownEvent): event is AgentEvent {
  return schema.safeParse(event).success;
}

/** What an `agent:` event says happened; `undefined` where its id names no agent. `agent:waiting` is the weaker idle that a quiet transcript tells of. */
export function eventOf(told: AgentEvent, head: { id: string; at: number }): Event | undefined {
  const key = agentKey(told.agent_id);
  if (!key) {
    return undefined;
  }
  const { program, session, child } = key;
  const base: EventHead = { ...head, program, session, evidence: 'hook', ...(child ? { child } : {}) };
  switch (told.type) {
    case 'agent:waiting':
      return { ...base, evidence: 'transcript', type: 'quietNoticed' };
    case 'agent:exited':
    case 'agent:gone':
      return { ...base, evidence: 'process', ...happeningOf(told) };
    case 'agent:idle':
    case 'agent:prompt':
    case 'agent:signal':
    case 'agent:working':
    case 'agent:failed':
      return { ...base, ...happeningOf(told) };
  }
}

function happeningOf(told: Exclude<AgentEvent, { type: 'agent:waiting' }>): Happening {
  switch (told.type) {
    case 'agent:idle':
      return { type: 'idleNoticed' };
    case 'agent:prompt':
      return promptHappening(told.prompt_type);
    case 'agent:signal':
      return { type: 'signalled', signal: told.signal, ...(told.message ? { message: told.message } : {}) };
    case 'agent:working':
      return { type: 'workNoticed', ...(told.detail ? { detail: told.detail } : {}) };
    case 'agent:failed':
      return {
        type: 'turnFailed',
        error: { class: told.error, ...(told.message ? { message: told.message } : {}) },
      };
    case 'agent:exited':
      return { type: 'processEnded', ...(told.exit_code === undefined ? {} : { code: told.exit_code }) };
    case 'agent:gone':
      return { type: 'processLost' };
  }
}

function promptHappening(type: PromptType): Happening {
  const reasons = { permission: 'Permission', question: 'Question', plan_approval: 'Plan', other: 'Input' };
  return type === 'idle'
    ? { type: 'idleNoticed' }
    : { type: 'promptShown', ask: { kind: type, reason: reasons[type] }, generic: true };
}

/** The program of an id that names none. */
export const noProgram = 'other';

/** The parts of an agent's id; one without a program belongs to {@link noProgram}. */
export function agentKey(id: string): Pick<EventHead, 'program' | 'session' | 'child'> | undefined {
  const [, program = noProgram, encoded = '', child] = /^(?:([^:/]+):)?([^/]+)(?:\/(.+))?$/su.exec(id) ?? [];
  const session = encoded.replaceAll('%2F', '/').replaceAll('%25', '%');
  if (!session || session.endsWith(':')) {
    return undefined;
  }
  return child === undefined ? { program, session } : { program, session, child: { id: child } };
}
