import * as z from 'zod';

/** One use of a tool that a transcript tells of. */
export interface PastCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** When, in milliseconds. */
  readonly at: number;
}

/** What one record of a transcript tells of the uses of tools. */
export interface CallRecord {
  readonly calls: readonly PastCall[];
  /** The ids of those that failed. */
  readonly failed: readonly string[];
}

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
const failure = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.literal(true),
});

/** The uses of tools in one transcript record of Claude Code, of subagents too: hooks run for those as well. */
export function parseClaudeCalls(line: unknown): CallRecord {
  const parsed = record.safeParse(line);
  const at = Date.parse(parsed.data?.timestamp ?? '');
  if (!parsed.success || Number.isNaN(at)) {
    return { calls: [], failed: [] };
  }
  const { content } = parsed.data.message;
  return {
    calls: content.flatMap((block) => {
      const { data } = use.safeParse(block);
      return data ? [{ id: data.id, tool: data.name, input: data.input ?? {}, at }] : [];
    }),
    failed: content.flatMap((block) => failure.safeParse(block).data?.tool_use_id ?? []),
  };
}
