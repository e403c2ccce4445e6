import * as z from 'zod';
import type { Hook } from './hook.ts';
import type { ParsedHook } from './parseHook.ts';
import type { HookProblem } from './problem.ts';
import { triggers } from './triggers.ts';

/** What was read from one HOOK.md, and from which content: its time and size stand for it. */
export interface IndexedHook extends ParsedHook {
  readonly mtimeMs: number;
  readonly size: number;
}

/** What was read from HOOK.md files, by their paths. */
export type HookIndex = ReadonlyMap<string, IndexedHook>;

/** To be raised whenever the same front matter is read in another way: what older Beckons read is forgotten then. */
const version = 2;

const text = z.string();
const number = z.number();
const position = z.object({ line: number, column: number });
const problem = z.object({
  code: z.custom<HookProblem['code']>((code) => typeof code === 'string' && /^hook\.[a-z0-9-]+$/u.test(code)),
  message: text,
  severity: z.enum(['error', 'warning']),
  range: z.object({ start: position, end: position }),
}) satisfies z.ZodType<HookProblem>;
const hook = z.object({
  name: text,
  description: text,
  trigger: z.enum(triggers.map(({ id }) => id)),
  eventType: text,
  matcher: z.object({ tool: text.optional(), pattern: text.optional() }),
  timeoutMs: number,
  async: z.boolean(),
  priority: number,
  metadata: z.record(text, text),
}) satisfies z.ZodType<Hook>;
const indexed = z.object({
  mtimeMs: number,
  size: number,
  hook: hook.optional(),
  problems: z.array(problem),
}) satisfies z.ZodType<IndexedHook>;
const file = z.object({ version: z.literal(version), hooks: z.array(z.tuple([text, indexed])) });

/** An index as the text of a file. */
export function hookIndexText(index: HookIndex): string {
  return JSON.stringify({ version, hooks: [...index] });
}

/** Reads such a text; of one that is odd in any way nothing is believed, since everything can be read again. */
export function parseHookIndex(source: string): HookIndex {
  try {
    return new Map(file.safeParse(JSON.parse(source)).data?.hooks);
  } catch {
    return new Map();
  }
}
