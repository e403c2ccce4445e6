import * as z from 'zod';
import type { CallRecord } from '../../shared/pure/callRecord.ts';
import { noCalls } from '../../shared/pure/callRecord.ts';

const record = z.looseObject({
  type: z.enum(['user', 'assistant']),
  timestamp: z.string(),
  message: z.looseObject({ content: z.array(z.unknown()) }),
});
const use = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
});
const result = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.unknown().optional(),
});

/** The uses of tools in one transcript record of Claude Code, of subagents too: hooks run for those as well. */
export function parseClaudeCalls(line: unknown): CallRecord {
  const parsed = record.safeParse(line);
  const at = Date.parse(parsed.data?.timestamp ?? '');
  if (!parsed.success || Number.isNaN(at)) {
    return noCalls;
  }
  const { content } = parsed.data.message;
  const results = content.flatMap((block) => result.safeParse(block).data ?? []);
  return {
    calls: content.flatMap((block) => {
      const { data } = use.safeParse(block);
      return data ? [{ id: data.id, tool: data.name, input: data.input ?? {}, at }] : [];
    }),
    ended: results.map(({ tool_use_id }) => tool_use_id),
    failed: results.filter(({ is_error }) => is_error === true).map(({ tool_use_id }) => tool_use_id),
  };
}
