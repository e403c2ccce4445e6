import * as z from 'zod';
import type { UsageRecord } from '../../../core/usage/usage.ts';
import { costUnits } from '../../../core/usage/usage.ts';
import type { ClaudeModel, Prices } from './models.ts';
import { claudeModel, contextLimitOf } from './models.ts';

const count = z.number().int().min(0).max(1e9);
const counted = count.nullish().transform((value) => value ?? 0);

const usage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: counted,
  cache_read_input_tokens: counted,
  cache_creation: z.looseObject({ ephemeral_1h_input_tokens: counted }).nullish(),
  server_tool_use: z.looseObject({ web_search_requests: counted }).nullish(),
  speed: z.string().nullish(),
  inference_geo: z.string().nullish(),
});

type Usage = z.output<typeof usage>;

const record = z.looseObject({
  type: z.literal('assistant'),
  timestamp: z.string().optional().catch(undefined),
  sessionId: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isAbortedMidStream: z.boolean().optional(),
  requestedModel: z.string().optional().catch(undefined),
  message: z.looseObject({
    id: z.string().optional(),
    model: z.string(),
    usage: usage.optional().catch(undefined),
  }),
});

/** What Claude Code writes itself, in the model's place: it costs nothing. */
const synthetic = '<synthetic>';

/**
 * What one transcript record of Claude Code tells of tokens; `undefined` for a record that is none of a message, or
 * belongs to another conversation or to a subagent. A message that was broken off has no final usage; Claude Code itself
 * does not count it, so neither is it counted here.
 */
export function parseClaudeUsage(line: unknown, session: string): UsageRecord | undefined {
  const { data } = record.safeParse(line);
  if (!data || data.isSidechain || (data.sessionId ?? session) !== session) {
    return undefined;
  }
  const { id, model, usage } = data.message;
  if (model === synthetic) {
    return undefined;
  }
  const at = Date.parse(data.timestamp ?? '');
  const head = { message: id ?? '', at: Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at };
  if (!usage || id === undefined) {
    return head;
  }
  const tokens = promptTokens(usage) + usage.output_tokens;
  const limit = contextLimitOf([model, data.requestedModel ?? model], tokens);
  const cost = data.isAbortedMidStream ? 0 : costOf(claudeModel(model), usage);
  return {
    ...head,
    context: { tokens, ...(limit === undefined ? {} : { limit }) },
    ...(cost === undefined ? {} : { cost }),
  };
}

/** What stands for a line that tells of a message but cannot be read. */
export const unreadUsage: UsageRecord = { message: '', at: Number.NEGATIVE_INFINITY };

function promptTokens(usage: Usage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}

const searchDollars = 0.01;
const usFactor = 1.1;

function costOf(model: ClaudeModel | undefined, usage: Usage): number | undefined {
  const prices = pricesOf(model, usage);
  if (!prices) {
    return undefined;
  }
  const written = usage.cache_creation_input_tokens;
  const forAnHour = Math.min(written, usage.cache_creation?.ephemeral_1h_input_tokens ?? 0);
  // Where it has to be computed in one country it costs more; searches do not.
  const factor = usage.inference_geo === 'us' ? usFactor : 1;
  const units = (tokens: number, price: number) =>
    tokens * Math.round((price * factor * costUnits) / 1_000_000);
  return (
    units(usage.input_tokens, prices.input) +
    units(usage.output_tokens, prices.output) +
    units(usage.cache_read_input_tokens, prices.read) +
    units(forAnHour, prices.write1h) +
    units(written - forAnHour, prices.write5m) +
    (usage.server_tool_use?.web_search_requests ?? 0) * Math.round(searchDollars * costUnits)
  );
}

function pricesOf(model: ClaudeModel | undefined, usage: Usage): Prices | undefined {
  switch (usage.speed ?? 'standard') {
    case 'standard':
      return model?.long && promptTokens(usage) > model.long.above ? model.long.prices : model?.prices;
    case 'fast':
      return model?.fast;
    default:
      return undefined;
  }
}
