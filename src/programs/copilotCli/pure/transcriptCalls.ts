import * as z from 'zod';
import { type CallRecord, noCalls } from '../../shared/pure/callRecord.ts';

const start = z.looseObject({
  type: z.literal('tool.execution_start'),
  timestamp: z.string(),
  data: z.looseObject({
    toolCallId: z.string(),
    toolName: z.string(),
    arguments: z.unknown().optional(),
  }),
});
const end = z.looseObject({
  type: z.literal('tool.execution_complete'),
  data: z.looseObject({ toolCallId: z.string(), success: z.boolean() }),
});

/** The uses of tools in one record of a transcript of Copilot CLI, of subagents too: hooks run for those as well. */
export function parseCopilotCalls(record: unknown): CallRecord {
  const { data: over } = end.safeParse(record);
  if (over) {
    const { toolCallId: id, success } = over.data;
    return { ...noCalls, ended: [id], failed: success ? [] : [id] };
  }
  const { data: begun } = start.safeParse(record);
  const at = Date.parse(begun?.timestamp ?? '');
  if (!begun || Number.isNaN(at)) {
    return noCalls;
  }
  const { toolCallId: id, toolName: tool, arguments: input = {} } = begun.data;
  return { ...noCalls, calls: [{ id, tool, input, at }] };
}
