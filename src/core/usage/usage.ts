import type { AgentFacts } from '../event/agentFacts.ts';

/** What a transcript says about one message of the model, as far as it counts. */
export interface UsageRecord {
  /** A message may be told of in several records, while it comes in; the last of them counts. */
  readonly message: string;
  readonly at: number;
  /** What it cost, in {@link costUnits}; missing where there is no price for it. */
  readonly cost?: number;
  /** How full the context was after it, and how much fits; missing where that is not known. */
  readonly context?: { readonly tokens: number; readonly limit?: number };
}

/** How many units of cost a dollar has. Whole units add up to the same in any order, unlike fractions of a dollar. */
export const costUnits = 1e10;

/** What the messages of a conversation come to. */
export interface UsageTotals {
  /** What each message cost. */
  readonly messages: ReadonlyMap<string, number>;
  /** `undefined` once there was a message without a price: a sum without it would be wrong. */
  readonly cost: number | undefined;
  /** The newest record that told of the context. */
  readonly newest?: UsageRecord;
}

/** The facts that come from the usage of a conversation. */
export type UsageFacts = Pick<AgentFacts, 'contextTokens' | 'contextLimit' | 'costUsd'>;

/** No message yet. */
export const noUsage: UsageTotals = { messages: new Map(), cost: 0 };

/** The totals after some more records, in the order they were written. */
export function addUsage(totals: UsageTotals, records: readonly UsageRecord[]): UsageTotals {
  if (records.length === 0) {
    return totals;
  }
  const messages = new Map(totals.messages);
  let { cost, newest } = totals;
  for (const record of records) {
    if (cost !== undefined) {
      cost = record.cost === undefined ? undefined : cost + record.cost - (messages.get(record.message) ?? 0);
    }
    messages.set(record.message, record.cost ?? 0);
    // Records are not written strictly in order, so the newest is told by its time; of one moment it is the later line.
    newest = record.context && record.at >= (newest?.at ?? Number.NEGATIVE_INFINITY) ? record : newest;
  }
  return { messages, cost, ...(newest ? { newest } : {}) };
}

/** What the totals tell of a conversation; a cost only where every message has one. */
export function usageFacts({ messages, cost, newest }: UsageTotals): UsageFacts {
  const { tokens, limit } = newest?.context ?? {};
  return {
    ...(tokens === undefined ? {} : { contextTokens: tokens }),
    ...(limit === undefined ? {} : { contextLimit: limit }),
    ...(cost === undefined || messages.size === 0 ? {} : { costUsd: cost / costUnits }),
  };
}

/** What is known of an agent after its usage was told: the former one is forgotten. The same facts, if it is the same. */
export function withUsage(facts: AgentFacts, told: UsageFacts): AgentFacts {
  const { contextTokens, contextLimit, costUsd, ...others } = facts;
  const same =
    contextTokens === told.contextTokens && contextLimit === told.contextLimit && costUsd === told.costUsd;
  return same
    ? facts
    : {
        ...others,
        ...(told.contextTokens === undefined ? {} : { contextTokens: told.contextTokens }),
        ...(told.contextLimit === undefined ? {} : { contextLimit: told.contextLimit }),
        ...(told.costUsd === undefined ? {} : { costUsd: told.costUsd }),
      };
}
