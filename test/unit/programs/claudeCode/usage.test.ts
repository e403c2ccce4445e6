import { describe, expect, it } from 'vitest';
import { addUsage, costUnits, noUsage, usageFacts, withUsage } from '../../../../src/core/usage/usage.ts';
import { claudeModel, contextLimitOf } from '../../../../src/programs/claudeCode/pure/models.ts';
import { parseClaudeUsage } from '../../../../src/programs/claudeCode/pure/usage.ts';

const million = 1_000_000;

/** A record of a message, as Claude Code writes it. */
function message(
  usage: Record<string, unknown> | undefined,
  {
    model = 'claude-opus-4-5-20251101',
    id = 'm1',
    at = 1,
    ...more
  }: { model?: string; id?: string; at?: number } & Record<string, unknown> = {},
): unknown {
  const timestamp = new Date(at).toISOString();
  return { type: 'assistant', timestamp, sessionId: 's1', message: { id, model, usage }, ...more };
}

const tokens = (input: number, output = 0, more: Record<string, unknown> = {}) => ({
  input_tokens: input,
  output_tokens: output,
  ...more,
});

/** What a record costs in dollars; `undefined` where it has no price. */
function dollars(line: unknown): number | undefined {
  const cost = parseClaudeUsage(line, 's1')?.cost;
  return cost === undefined ? undefined : cost / costUnits;
}

describe('what a message costs', () => {
  it.each([
    ['input', tokens(million), 5],
    ['output', tokens(0, million), 25],
    ['reading the cache', tokens(0, 0, { cache_read_input_tokens: million }), 0.5],
    ['writing the cache', tokens(0, 0, { cache_creation_input_tokens: million }), 6.25],
    [
      'writing the cache for an hour',
      tokens(0, 0, {
        cache_creation_input_tokens: million,
        cache_creation: { ephemeral_1h_input_tokens: million, ephemeral_5m_input_tokens: 0 },
      }),
      10,
    ],
    [
      'writing the cache for both',
      tokens(0, 0, {
        cache_creation_input_tokens: 2 * million,
        cache_creation: { ephemeral_1h_input_tokens: million, ephemeral_5m_input_tokens: million },
      }),
      16.25,
    ],
    [
      'writing less than is said to last an hour',
      tokens(0, 0, {
        cache_creation_input_tokens: million,
        cache_creation: { ephemeral_1h_input_tokens: 2 * million },
      }),
      10,
    ],
    ['a search', tokens(0, 0, { server_tool_use: { web_search_requests: 3 } }), 0.03],
    ['fields that are null', tokens(million, 0, { cache_creation: null, server_tool_use: null }), 5],
    ['the standard speed', tokens(million, 0, { speed: 'standard' }), 5],
    ['one country only', tokens(million, 0, { inference_geo: 'us' }), 5.5],
  ])('counts %s', (_, usage, expected) => {
    expect(dollars(message(usage))).toBe(expected);
  });

  it.each([
    ['claude-opus-5-5', 4, 20, 0.2],
    ['claude-opus-4-1-20250805', 15, 75, 1.5],
    ['claude-sonnet-4-20250514', 3, 15, 0.3],
    ['claude-sonnet-4-6[1m]', 3, 15, 0.3],
    ['claude-sonnet-5-5', 2, 10, 0.1],
    ['claude-haiku-4-5-20251001', 1, 5, 0.1],
    ['claude-fable-5-2', 8, 40, 0.2],
  ])('has the list price of %s', (model, input, output, read) => {
    expect(claudeModel(model)?.prices).toEqual({
      input,
      output,
      write5m: input * 1.25,
      write1h: input * 2,
      read,
    });
    expect(dollars(message(tokens(million, million), { model }))).toBe(input + output);
  });

  it('has the price of the fast mode, and none for a speed or a fast model that nobody knows', () => {
    const fast = (model: string, speed = 'fast') =>
      dollars(message(tokens(million, 0, { speed }), { model }));
    expect(fast('claude-opus-5-5')).toBe(8);
    expect(fast('claude-haiku-4-5')).toBeUndefined();
    expect(fast('claude-opus-5-5', 'ludicrous')).toBeUndefined();
  });

  it('has the price of long prompts where they have one, for the whole message', () => {
    const model = 'claude-haiku-5-5';
    expect(dollars(message(tokens(100_000, million), { model }))).toBe(0.51);
    const long = tokens(1, million, { cache_read_input_tokens: 100_000 });
    expect(dollars(message(long, { model }))).toBe(2.5050005);
  });

  it.each([
    'claude-opus-9',
    'claude-opus-4-5-preview',
    'us.anthropic.claude-opus-4-5-20251101-v1:0',
    'claude-opus-4-5@20251101',
    'gpt-5',
    'constructor',
    '',
  ])('is not known of the model %j', (model) => {
    const record = parseClaudeUsage(message(tokens(1000), { model }), 's1');
    expect(record).toMatchObject({ context: { tokens: 1000 } });
    expect(record).not.toHaveProperty('cost');
  });

  it.each([
    ['no usage', undefined],
    ['a usage that is no numbers', { input_tokens: 'many', output_tokens: 1 }],
    ['tokens below zero', tokens(-1)],
    ['half a token', tokens(0.5)],
    ['more tokens than there can be', tokens(1e12)],
    ['tokens that are no number', tokens(Number.NaN)],
  ])('is not known with %s', (_, usage) => {
    const record = parseClaudeUsage(message(usage), 's1');
    expect(record).toEqual({ message: 'm1', at: 1 });
  });

  it('is nothing for a message that was broken off, as Claude Code counts', () => {
    const record = parseClaudeUsage(message(tokens(1000, 1), { isAbortedMidStream: true }), 's1');
    expect(record).toMatchObject({ cost: 0, context: { tokens: 1001 } });
  });

  it.each([
    ['is of a subagent', message(tokens(1), { isSidechain: true })],
    ['is of another conversation', message(tokens(1), { sessionId: 's2' })],
    ['was never said by a model', message(tokens(0), { model: '<synthetic>' })],
    ['is no message', { type: 'user', message: { content: 'hi' } }],
    ['is no record', 7],
    ['is nothing', null],
  ])('does not count a record that %s', (_, line) => {
    expect(parseClaudeUsage(line, 's1')).toBeUndefined();
  });

  it('counts a record that names no conversation', () => {
    expect(dollars(message(tokens(million), { sessionId: undefined }))).toBe(5);
  });
});

describe('the context of a message', () => {
  it('is all that went in, and what came out', () => {
    const usage = tokens(1, 2, { cache_read_input_tokens: 30, cache_creation_input_tokens: 400 });
    expect(parseClaudeUsage(message(usage), 's1')?.context).toEqual({ tokens: 433, limit: 200_000 });
  });

  it.each([
    ['claude-opus-4-5-20251101', undefined, 1, 200_000],
    ['claude-opus-5-5', undefined, 1, 1_000_000],
    ['claude-sonnet-4-6', undefined, 200_000, 200_000],
    ['claude-sonnet-4-6', undefined, 200_001, 1_000_000],
    ['claude-sonnet-4-6[1m]', undefined, 1, 1_000_000],
    ['claude-sonnet-4-6', 'claude-sonnet-4-6[1m]', 1, 1_000_000],
    ['somebody-elses-model', undefined, 1, undefined],
    ['somebody-elses-model', 'claude-opus-5-5', 1, 1_000_000],
    ['somebody-elses-model[1m]', undefined, 1, 1_000_000],
  ])('of %s, asked for as %s, with %i tokens holds %s', (model, requested, count, limit) => {
    expect(contextLimitOf([model, requested ?? model], count)).toBe(limit);
    const more = requested === undefined ? {} : { requestedModel: requested };
    const context = parseClaudeUsage(message(tokens(count), { model, ...more }), 's1')?.context;
    expect(context?.limit).toBe(limit);
  });
});

describe('the usage of a conversation', () => {
  const record = (line: unknown) => parseClaudeUsage(line, 's1') ?? [];
  const sum = (...lines: unknown[]) => usageFacts(addUsage(noUsage, lines.flatMap(record)));

  it('is nothing before the first message', () => {
    expect(sum()).toEqual({});
    expect(sum({ type: 'user' })).toEqual({});
  });

  it('is what all messages cost, and the context of the newest', () => {
    expect(
      sum(
        message(tokens(million), { id: 'a', at: 1 }),
        message(tokens(100), { id: 'c', at: 3 }),
        // Written later, said before.
        message(tokens(2 * million), { id: 'b', at: 2 }),
      ),
    ).toEqual({ costUsd: 15.0005, contextTokens: 100, contextLimit: 200_000 });
  });

  it('counts a message once, by the last record of it', () => {
    const lines = [
      message(tokens(million, 1), { id: 'a' }),
      message(tokens(million, million), { id: 'b' }),
      message(tokens(million, million), { id: 'a' }),
    ];
    expect(sum(...lines).costUsd).toBe(60);
    expect(sum(...lines, ...lines).costUsd).toBe(60);
  });

  it('has no cost once a message has none, whatever comes after', () => {
    const unknown = message(tokens(10), { id: 'x', model: 'unknown', at: 2 });
    const known = message(tokens(million), { id: 'y', at: 3 });
    expect(sum(unknown)).toEqual({ contextTokens: 10 });
    expect(sum(known, unknown, known)).toEqual({ contextTokens: million, contextLimit: million });
  });

  it('keeps the context where the newest record tells of none', () => {
    expect(sum(message(tokens(10), { id: 'a', at: 1 }), message(undefined, { id: 'b', at: 2 }))).toEqual({
      contextTokens: 10,
      contextLimit: 200_000,
    });
  });

  it('replaces what was known, also by less; the same leaves the facts as they are', () => {
    const facts = { cwd: '/w', contextTokens: 1, contextLimit: 2, costUsd: 3 };
    expect(withUsage(facts, { contextTokens: 1, contextLimit: 2, costUsd: 3 })).toBe(facts);
    expect(withUsage(facts, { contextTokens: 4 })).toEqual({ cwd: '/w', contextTokens: 4 });
    expect(withUsage({ cwd: '/w' }, { costUsd: 0 })).toEqual({ cwd: '/w', costUsd: 0 });
  });
});
