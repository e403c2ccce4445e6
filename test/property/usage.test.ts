import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRest, readLines } from '../../src/core/event/lineReader.ts';
import type { UsageFacts, UsageRecord } from '../../src/core/usage/usage.ts';
import { addUsage, costUnits, noUsage, usageFacts } from '../../src/core/usage/usage.ts';
import { parseClaudeUsage } from '../../src/programs/claudeCode/pure/usage.ts';

const count = fc.nat({ max: 2_000_000 });

const record: fc.Arbitrary<UsageRecord> = fc
  .record({
    message: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.nat({ max: 5 }),
    cost: fc.option(count, { nil: undefined, freq: 20 }),
    tokens: fc.option(count, { nil: undefined }),
  })
  .map(({ message, at, cost, tokens }) => ({
    message,
    at,
    ...(cost === undefined ? {} : { cost }),
    ...(tokens === undefined ? {} : { context: { tokens } }),
  }));

const line = fc
  .record({
    id: fc.constantFrom('a', 'b', 'ü€😀'),
    model: fc.constantFrom('claude-opus-5-5', 'claude-sonnet-4-5-20250929', 'claude-haiku-5-5'),
    at: fc.nat({ max: 5 }),
    usage: fc.record({ input_tokens: count, output_tokens: count, cache_read_input_tokens: count }),
    isSidechain: fc.boolean(),
    text: fc.string({ unit: fc.constantFrom('a', 'ä', '€', '😀', '"', '\n') }),
  })
  .map(({ id, model, at, usage, isSidechain, text }) =>
    JSON.stringify({
      type: 'assistant',
      timestamp: new Date(at).toISOString(),
      isSidechain,
      message: { id, model, usage, content: [{ type: 'text', text }] },
    }),
  );

const noise = fc.oneof(fc.constant('{"type":"user"}'), fc.json(), fc.constant(''));

/** What a transcript comes to that is read in pieces cut at `cuts`. */
function factsOf(bytes: Uint8Array, cuts: readonly number[]): UsageFacts {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let [rest, totals, start] = [noRest, noUsage, 0];
  for (const end of [...ends, bytes.length]) {
    const step = readLines(rest, bytes.subarray(start, end), 1_000_000);
    const records = step.lines.flatMap(
      (one) => parseClaudeUsage(JSON.parse(Buffer.from(one).toString('utf8')), 's') ?? [],
    );
    [rest, totals, start] = [step.rest, addUsage(totals, records), end];
  }
  return usageFacts(totals);
}

describe('the usage of any conversation', () => {
  it('is the same wherever its transcript is cut, also within a character', () => {
    const transcript = fc.array(fc.oneof({ weight: 3, arbitrary: line }, noise), { maxLength: 8 });
    const cuts = fc.array(fc.nat({ max: 4000 }), { maxLength: 12 });
    fc.assert(
      fc.property(transcript, cuts, (lines, where) => {
        const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
        expect(factsOf(bytes, where)).toEqual(factsOf(bytes, []));
      }),
    );
  });

  it('is the sum of what the last record of each message says', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const last = new Map(records.map(({ message, cost }) => [message, cost ?? 0]));
        const known = records.length > 0 && records.every(({ cost }) => cost !== undefined);
        const sum = [...last.values()].reduce((total, cost) => total + cost, 0);
        const facts = usageFacts(addUsage(noUsage, records));
        expect(facts.costUsd).toBe(known ? sum / costUnits : undefined);
      }),
    );
  });

  it('is the same when it is told twice, and however it is taken in', () => {
    fc.assert(
      fc.property(fc.array(record), fc.nat(), (records, cut) => {
        const whole = addUsage(noUsage, records);
        const at = cut % (records.length + 1);
        const parts = addUsage(addUsage(noUsage, records.slice(0, at)), records.slice(at));
        expect(parts).toEqual(whole);
        expect(usageFacts(addUsage(whole, records))).toEqual(usageFacts(whole));
      }),
    );
  });

  it('leaves the totals it was added to as they were', () => {
    fc.assert(
      fc.property(fc.array(record), fc.array(record), (first, second) => {
        const totals = addUsage(noUsage, first);
        const before = structuredClone(totals);
        addUsage(totals, second);
        expect(totals).toEqual(before);
        expect(noUsage.messages.size).toBe(0);
      }),
    );
  });

  it('is read from anything without an error', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (any, usage) => {
        parseClaudeUsage(any, 's');
        const told = parseClaudeUsage({ type: 'assistant', message: { id: 'a', model: 'm', usage } }, 's');
        expect(told?.cost).toBeUndefined();
      }),
    );
  });
});
