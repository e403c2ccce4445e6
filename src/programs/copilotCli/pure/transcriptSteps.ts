import * as z from 'zod';
import type { StepRecord } from '../../../core/hookrun/transcriptSteps.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';

const record = z.looseObject({
  type: z.string(),
  id: z.string(),
  timestamp: z.string(),
  agentId: z.undefined().optional(),
  data: z.looseObject({ delivery: z.string().optional().catch(undefined) }),
});

const telling = /^\{"type":"(?:session\.(?:start|usage_record)|user\.message|tool\.execution_complete)"/u;

/**
 * Reads a line of a transcript of Copilot CLI; `undefined` for what a subagent does. The message that ends a turn may be
 * missing while hooks run, its usage is not. What a hook that holds the turn says comes as a prompt, queued: the turn goes on.
 */
export function parseStep(line: string): StepRecord | undefined {
  const { data: found } = telling.test(line) ? record.safeParse(parseObject(line)) : {};
  const at = Date.parse(found?.timestamp ?? '');
  if (!found || Number.isNaN(at)) {
    return undefined;
  }
  const { type, id, data } = found;
  const begins = type === 'user.message' && data.delivery !== 'queued';
  return { at, begins, ...(type === 'session.usage_record' ? { message: id, text: '' } : {}) };
}
