import * as z from 'zod';
import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, EventHead, Happening } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import { clip } from '../../../core/text/clip.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { codex } from './names.ts';

const text = z.string().optional().catch(undefined);
const count = z.number().int().min(0).max(1e9);

const record = z.looseObject({
  timestamp: z.string(),
  ordinal: z.number().optional().catch(undefined),
  type: z.enum(['event_msg', 'turn_context']),
  payload: z.looseObject({
    type: text,
    turn_id: text,
    model: text,
    last_agent_message: text,
    error: z
      .looseObject({ message: text, codex_error_info: z.unknown().optional() })
      .nullish()
      .catch(undefined),
    info: z
      .looseObject({
        last_token_usage: z.looseObject({ total_tokens: count }),
        model_context_window: count.nullish(),
      })
      .nullish()
      .catch(undefined),
  }),
});

type Record = z.output<typeof record>;

/** Most of a rollout is other records, some of them huge: they are not worth parsing. */
const telling = /"type":\s*"(?:turn_context|task_started|task_complete|turn_aborted|token_count)"/u;

/**
 * What a line of a rollout, in which Codex writes down a conversation, says happened: what no hook tells, such as that a
 * turn failed; and what hooks that did not run would have told.
 */
export function parseRollout(line: string, session: string): Event | undefined {
  const { data } = telling.test(line.slice(0, 2000)) ? record.safeParse(parseObject(line)) : {};
  const at = Date.parse(data?.timestamp ?? '');
  const happening = data && happeningOf(data);
  if (!data || !happening || Number.isNaN(at)) {
    return undefined;
  }
  const head: EventHead = {
    id: `${session}-${data.ordinal ?? data.timestamp}-${data.payload.type ?? data.type}`,
    at,
    program: codex,
    session,
    evidence: 'transcript',
    facts: factsOf(data),
  };
  return { ...head, ...happening };
}

function happeningOf({ type, payload }: Record): Happening | undefined {
  if (type === 'turn_context') {
    return { type: 'noted' };
  }
  switch (payload.type) {
    case 'task_started':
      return { type: 'workNoticed' };
    case 'task_complete':
      return payload.error ? { type: 'turnFailed', error: failureOf(payload.error) } : { type: 'idleRead' };
    case 'turn_aborted':
      return { type: 'turnInterrupted' };
    case 'token_count':
      return payload.info ? { type: 'usageRead' } : undefined;
    default:
      return undefined;
  }
}

function failureOf({ message, codex_error_info: info }: NonNullable<Record['payload']['error']>) {
  const code = info === undefined ? undefined : JSON.stringify(info);
  return {
    class: errorClass(code?.replaceAll('internal_server_error', 'server_error'), message),
    ...(message ? { message: clip(message, 1000) } : {}),
  };
}

function factsOf({ type, payload }: Record): AgentFacts {
  const { info, model, last_agent_message: last } = payload;
  return {
    ...(type === 'turn_context' && model ? { model } : {}),
    ...(last ? { lastMessage: keptMessage(last) } : {}),
    ...(info
      ? {
          contextTokens: info.last_token_usage.total_tokens,
          ...(info.model_context_window ? { contextLimit: info.model_context_window } : {}),
        }
      : {}),
  };
}
