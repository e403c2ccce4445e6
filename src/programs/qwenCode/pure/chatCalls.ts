import * as z from 'zod';
import { type CallRecord, noCalls } from '../../shared/pure/callRecord.ts';

const part = z.looseObject({
  functionCall: z.looseObject({ id: z.string(), name: z.string(), args: z.unknown().optional() }),
});
const said = z.looseObject({
  type: z.literal('assistant'),
  timestamp: z.string(),
  message: z.looseObject({ parts: z.array(z.unknown()) }),
});
const result = z.looseObject({
  type: z.literal('tool_result'),
  toolCallResult: z.looseObject({
    callId: z.string(),
    status: z.string().optional().catch(undefined),
    executionStatus: z.string().optional().catch(undefined),
  }),
});

/** The uses of tools in one record of a chat file of Qwen Code. What was never begun has not ended. */
export function parseQwenCalls(record: unknown): CallRecord {
  const over = result.safeParse(record).data?.toolCallResult;
  if (over) {
    const { callId: id, status, executionStatus } = over;
    const isBegun = executionStatus !== 'not_started' && status !== 'cancelled';
    return { ...noCalls, ended: isBegun ? [id] : [], failed: isBegun && status === 'error' ? [id] : [] };
  }
  const { data } = said.safeParse(record);
  const at = Date.parse(data?.timestamp ?? '');
  if (!data || Number.isNaN(at)) {
    return noCalls;
  }
  const calls = data.message.parts.flatMap((one) => part.safeParse(one).data?.functionCall ?? []);
  return {
    ...noCalls,
    calls: calls.map(({ id, name: tool, args: input = {} }) => ({ id, tool, input, at })),
  };
}
