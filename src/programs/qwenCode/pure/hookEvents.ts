import * as z from 'zod';
import type { Ask } from '../../../core/event/ask.ts';
import type { Event } from '../../../core/event/event.ts';
import type { HookDialect } from '../../shared/pure/hookEvents.ts';
import { parseHookEvent } from '../../shared/pure/hookEvents.ts';
import { qwenCode } from './names.ts';
import { editableField, kindOfTool } from './tools.ts';

const dialect: HookDialect = {
  program: qwenCode,
  kindOfTool,
  editableField,
  startsAllowed: true,
  // It also tells that somebody signed in, which asks nothing.
  notices: new Map<string, Ask>([['permission_prompt', { kind: 'permission', reason: 'Permission' }]]),
  // It says so too before each further step of a turn, and when a hook made the turn go on.
  isInjected: ({ submitted_prompt: submitted }) => submitted === undefined,
};

/** What a hook payload of Qwen Code says happened. The end of a turn tells how full the context is. */
export function parseQwenCode(payload: unknown, head: { id: string; at: number }): Event | undefined {
  const event = parseHookEvent(payload, head, dialect);
  const { data } = usage.safeParse(payload);
  return event?.type === 'turnEnded' && data
    ? {
        ...event,
        facts: { ...event.facts, contextTokens: data.input_tokens, contextLimit: data.context_limit },
      }
    : event;
}

const count = z.number().int().positive();
const usage = z.looseObject({ input_tokens: count, context_limit: count });
