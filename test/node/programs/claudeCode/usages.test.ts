import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UsageFacts } from '../../../../src/core/usage/usage.ts';
import { UsageReader } from '../../../../src/programs/claudeCode/node/usageReader.ts';
import { Usages } from '../../../../src/programs/claudeCode/node/usages.ts';
import { until, World } from './support.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-usage-'));
  path = join(folder, 's1.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const million = 1_000_000;

/** A record of a message of Opus 4.5: five dollars for a million tokens. */
function said(id: string, input: number, more: { at?: number; model?: string; text?: string } = {}): string {
  const { at = 1, model = 'claude-opus-4-5-20251101', text = 'ä€😀' } = more;
  const usage = { input_tokens: input, output_tokens: 0 };
  const message = { id, model, usage, content: [{ type: 'text', text }] };
  const timestamp = new Date(at).toISOString();
  return `${JSON.stringify({ type: 'assistant', timestamp, sessionId: 's1', message })}\n`;
}

const blob = (bytes: number) => `${JSON.stringify({ type: 'api-request-blob', body: 'x'.repeat(bytes) })}\n`;
const always = () => true;
const read = (reader: UsageReader) => reader.read(always);
const cost = async (reader: UsageReader) => (await read(reader)).costUsd;

describe('the usage in a transcript', () => {
  it('is counted whole, and then what is added', async () => {
    const reader = new UsageReader(path, 's1');
    expect(await read(reader)).toEqual({});
    writeFileSync(path, `{"type":"user"}\n${said('a', million)}`);
    expect(await read(reader)).toEqual({ costUsd: 5, contextTokens: million, contextLimit: million });
    appendFileSync(path, said('a', million) + said('b', 100_000, { at: 2 }));
    expect(await read(reader)).toEqual({ costUsd: 5.5, contextTokens: 100_000, contextLimit: 200_000 });
  });

  it('that is written byte by byte is counted once', async () => {
    writeFileSync(path, said('a', million));
    const reader = new UsageReader(path, 's1');
    for (const byte of Buffer.from(said('b', million))) {
      expect(await cost(reader)).toBe(5);
      appendFileSync(path, Buffer.from([byte]));
    }
    expect(await cost(reader)).toBe(10);
  });

  it('is counted across the pieces in which a long one is read', async () => {
    const records = Array.from(
      { length: 40 },
      (_, index) => said(`m${index}`, million) + blob(40_000 + index),
    );
    writeFileSync(path, records.join(''));
    expect(await cost(new UsageReader(path, 's1'))).toBe(200);
  });

  it('goes on after a line that is too long to keep', async () => {
    writeFileSync(path, said('a', million) + blob(5 * million) + said('b', million));
    expect(await cost(new UsageReader(path, 's1'))).toBe(10);
  });

  it('is counted anew when the file was cut short or replaced, and forgotten when it is gone', async () => {
    const reader = new UsageReader(path, 's1');
    writeFileSync(path, said('a', million) + said('b', million));
    expect(await cost(reader)).toBe(10);
    truncateSync(path, Buffer.byteLength(said('a', million)));
    expect(await cost(reader)).toBe(5);
    writeFileSync(`${path}.new`, said('c', 2 * million) + said('d', 2 * million) + said('e', 0));
    renameSync(`${path}.new`, path);
    expect(await cost(reader)).toBe(20);
    rmSync(path);
    expect(await read(reader)).toEqual({});
    writeFileSync(path, said('a', million));
    expect(await cost(reader)).toBe(5);
  });

  it('has no cost where a message has no price, or a line about one is broken', async () => {
    writeFileSync(path, said('a', million) + said('b', 1, { model: 'unknown', at: 2 }) + said('c', 1));
    expect(await read(new UsageReader(path, 's1'))).toEqual({ contextTokens: 1 });
    writeFileSync(path, said('a', million) + said('b', million).replace('}', '}}'));
    expect(await read(new UsageReader(path, 's1'))).toEqual({
      contextTokens: million,
      contextLimit: million,
    });
    writeFileSync(path, `${said('a', million)}{"broken"\n`);
    expect(await cost(new UsageReader(path, 's1'))).toBe(5);
  });

  it('of a file that is too large is only its context', async () => {
    const limit = 3 * million;
    writeFileSync(path, said('a', million) + blob(limit) + said('b', 700));
    const reader = new UsageReader(path, 's1', limit);
    expect(await read(reader)).toEqual({ contextTokens: 700, contextLimit: 200_000 });
    appendFileSync(path, said('c', 800, { at: 2 }));
    expect(await read(reader)).toEqual({ contextTokens: 800, contextLimit: 200_000 });
  });

  it('that grew slowly beyond that is still counted', async () => {
    const limit = 3 * million;
    const reader = new UsageReader(path, 's1', limit);
    for (const id of ['a', 'b', 'c']) {
      appendFileSync(path, said(id, million) + blob(2 * million));
      await read(reader);
    }
    expect(statSync(path).size).toBeGreaterThan(limit);
    expect(await cost(reader)).toBe(15);
  });

  it('is not read on when nobody wants it any more, and goes on where it stopped', async () => {
    writeFileSync(path, said('a', million) + blob(million) + said('b', million));
    const reader = new UsageReader(path, 's1');
    let pieces = 0;
    await reader.read(() => {
      pieces += 1;
      return pieces <= 2;
    });
    expect(pieces).toBe(3);
    expect(await cost(reader)).toBe(10);
  });

  it('is not waited for where a pipe has its name', async () => {
    execFileSync('mkfifo', [path]);
    expect(await read(new UsageReader(path, 's1'))).toEqual({});
  });
});

describe('the usages of conversations', () => {
  const told: (readonly [string, UsageFacts])[] = [];
  const usages = () => {
    told.length = 0;
    const tell = (session: string, facts: UsageFacts) => told.push([session, facts]);
    return new Usages({ tell, log: () => {} });
  };

  it('are told for those that are followed, one after the other, and for no others', async () => {
    const other = join(folder, 's2.jsonl');
    writeFileSync(path, said('a', million));
    writeFileSync(other, said('a', million));
    const all = usages();
    all.follow('s1', path);
    await all.sweep();
    expect(told.map(([session, { costUsd }]) => [session, costUsd])).toEqual([['s1', 5]]);
    all.follow('s1', undefined);
    await all.sweep();
    expect(told).toHaveLength(1);
  });

  it('begin anew in another file', async () => {
    const other = join(folder, 'other.jsonl');
    writeFileSync(path, said('a', million));
    writeFileSync(other, said('b', 10));
    const all = usages();
    all.follow('s1', path);
    await all.sweep();
    all.follow('s1', other);
    await all.sweep();
    expect(told.map(([, { contextTokens }]) => contextTokens)).toEqual([million, 10]);
  });

  it('are not told when they are given up in the middle', async () => {
    writeFileSync(path, said('a', million) + blob(million));
    const all = usages();
    all.follow('s1', path);
    const sweep = all.sweep();
    expect(all.sweep()).toBe(sweep);
    all.follow('s1', undefined);
    await sweep;
    expect(told).toEqual([]);
  });
});

describe('a row', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.remove());

  const usage = () => {
    const { contextTokens, contextLimit, costUsd } = world.facts();
    return [contextTokens, contextLimit, costUsd];
  };
  const answer = (id: string, input: number, session = 's1') => {
    const message = {
      id,
      model: 'claude-opus-4-5-20251101',
      usage: { input_tokens: input, output_tokens: 0 },
      content: [],
    };
    world.record('assistant', [], { message }, session);
  };

  it('gets the usage of its transcript, each once, and without a sign of life', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'idle');
    answer('a', 100_000);
    world.open();
    await until(usage, [100_000, 200_000, 0.5]);
    answer('b', 200_000);
    await until(usage, [200_000, 200_000, 1.5]);
    for (const status of ['busy', 'idle', 'busy', 'idle', 'busy', 'idle']) {
      await world.write(pid, status);
      await until(() => world.rows(), { s1: status === 'busy' ? 'working' : 'idle' });
    }
    expect(world.told.filter(({ type }) => type === 'usageRead')).toHaveLength(2);
    expect(world.rows()).toEqual({ s1: 'idle' });
    const row = world.state.agents.get('claude-code:s1');
    const others = world.told.filter(({ type }) => type !== 'usageRead');
    expect(row?.lastActivityAt).toBe(Math.max(...others.map(({ at }) => at)));
  });

  it('of a conversation that began anew has the usage of that one only', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'idle');
    answer('a', 100_000);
    world.open();
    await until(usage, [100_000, 200_000, 0.5]);
    answer('b', 20_000, 's2');
    await world.write(pid, 'idle', { sessionId: 's2' });
    await until(() => world.facts('s2').costUsd, 0.1);
    expect(Object.keys(world.rows())).toEqual(['s2']);
  });
});
