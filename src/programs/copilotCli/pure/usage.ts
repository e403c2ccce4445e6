import * as z from 'zod';
import type { UsageFacts } from '../../../core/usage/usage.ts';

const count = z.number().int().min(0).max(1e9);

const record = z.looseObject({
  type: z.literal('session.usage_record'),
  agentId: z.undefined().optional(),
  data: z.looseObject({
    usage: z.looseObject({
      inputTokens: count,
      outputTokens: count,
      maxPromptTokens: count.optional().catch(undefined),
    }),
  }),
});

/**
 * How full the context of a conversation is, as a line of its transcript tells; `undefined` for any other line, and for one
 * of a subagent. What it costs is not told in money.
 */
export function parseCopilotUsage(line: string): UsageFacts | undefined {
  if (!line.startsWith('{"type":"session.usage_record"')) {
    return undefined;
  }
  try {
    const { inputTokens, outputTokens, maxPromptTokens } = record.parse(JSON.parse(line)).data.usage;
    return {
      contextTokens: inputTokens + outputTokens,
      ...(maxPromptTokens === undefined ? {} : { contextLimit: maxPromptTokens }),
    };
  } catch {
    return undefined;
  }
}
