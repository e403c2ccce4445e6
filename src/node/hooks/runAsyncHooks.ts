import * as z from 'zod';
import type { TriggerId } from '../../core/hookfile/triggers.ts';
import { triggers } from '../../core/hookfile/triggers.ts';
import { beckonHome } from '../beckonHome.ts';
import { runHook } from './runHooks.ts';

const record = z.record(z.string(), z.unknown());
const trigger = z.enum(triggers.map(({ id }) => id) as [TriggerId, ...TriggerId[]]);

const asyncHooks = z.array(
  z.object({
    folder: z.string(),
    hook: z.object({
      name: z.string(),
      description: z.string(),
      trigger,
      eventType: z.string(),
      matcher: z.object({ tool: z.string().exactOptional(), pattern: z.string().exactOptional() }),
      timeoutMs: z.number(),
      async: z.boolean(),
      priority: z.number(),
      metadata: z.record(z.string(), z.string()),
    }),
    event: z.object({
      trigger,
      timestamp: z.string(),
      sessionId: z.string(),
      workDir: z.string(),
      tool: z
        .object({ name: z.string(), input: z.unknown(), useId: z.string().exactOptional() })
        .exactOptional(),
      fields: record,
    }),
  }),
);

/** Runs hooks that nobody waits for, all at once; what they did is written down. */
export async function runAsyncHooks(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const hooks = asyncHooks.parse(JSON.parse(text));
  const home = beckonHome(env);
  await Promise.all(hooks.map((one) => runHook(one, { home, env })));
}
