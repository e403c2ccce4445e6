import * as z from 'zod';
import type { Hook } from '../hookfile/hook.ts';
import type { TriggerId } from '../hookfile/triggers.ts';
import { triggers } from '../hookfile/triggers.ts';
import type { HookEvent } from './hookEvent.ts';

/** A hook that is to be run on its own, with the moment it is run for. */
export interface AsyncHook {
  readonly hook: Hook;
  readonly folder: string;
  readonly event: HookEvent;
  /** What its folder must still be when it is run, where the person agreed to that. */
  readonly agreed?: string;
}

const trigger = z.enum(triggers.map(({ id }) => id) as [TriggerId, ...TriggerId[]]);
const text = z.string();

const hook = z.object({
  name: text,
  description: text,
  trigger,
  eventType: text,
  matcher: z.object({ tool: text.exactOptional(), pattern: text.exactOptional() }),
  timeoutMs: z.number(),
  async: z.boolean(),
  priority: z.number(),
  metadata: z.record(text, text),
});

const event = z.object({
  trigger,
  timestamp: text,
  sessionId: text,
  workDir: text,
  tool: z.object({ name: text, input: z.unknown(), useId: text.exactOptional() }).exactOptional(),
  fields: z.record(text, z.unknown()),
});

const asyncHooks = z.array(z.object({ folder: text, hook, event, agreed: text.exactOptional() }));

/** Reads hooks that one process handed to another; throws where they are none. */
export function parseAsyncHooks(json: string): readonly AsyncHook[] {
  return asyncHooks.parse(JSON.parse(json));
}
