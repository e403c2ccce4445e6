import * as z from 'zod';
import type { StepRecord } from '../../../core/hookrun/transcriptSteps.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';

const record = z.looseObject({
  timestamp: z.string(),
  type: z.enum(['event_msg', 'response_item', 'token_usage_record']),
  payload: z.looseObject({
    type: z.string().optional().catch(undefined),
    response_id: z.string().optional().catch(undefined),
  }),
});

/** Most of a rollout is other records, some of them huge: they are not worth parsing. */
const telling = /"type":\s*"(?:task_started|response_item|token_usage_record)"/u;

/**
 * Reads a line of a rollout. A step is over with the record of its usage; any part of the next one that is written before
 * that says that the model has gone on.
 */
export function parseStep(line: string): StepRecord | undefined {
  const { data } = telling.test(line.slice(0, 500)) ? record.safeParse(parseObject(line)) : {};
  const at = Date.parse(data?.timestamp ?? '');
  if (!data || Number.isNaN(at)) {
    return undefined;
  }
  const { type, payload } = data;
  if (type === 'event_msg') {
    return payload.type === 'task_started' ? { at, begins: true } : undefined;
  }
  const message = type === 'token_usage_record' ? payload.response_id : undefined;
  return { at, begins: false, ...(message === undefined ? {} : { message, text: '' }) };
}
