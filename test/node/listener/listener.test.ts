import { afterAll, describe, expect, it } from 'vitest';
import type { Payload } from '../../../src/core/wire/payload.ts';
import type { WireHead } from '../../../src/core/wire/wireHead.ts';
import { Listener } from '../../../src/node/listener/listener.ts';
import type { WaitingRelay } from '../../../src/node/listener/waitingRelay.ts';
import { RawConnection, relayRequest, sendRaw, wireHead } from '../../support/relayRequest.ts';

interface Heard {
  readonly head: WireHead;
  readonly payload: Payload;
  readonly relay: WaitingRelay | undefined;
}

const open: Listener[] = [];

afterAll(() => {
  for (const listener of open.splice(0)) {
    listener.stop();
  }
});

async function listen(slowMs?: number) {
  const heard: Heard[] = [];
  const refused: string[] = [];
  const decided: Payload[] = [];
  const revealed: Payload[] = [];
  const wakers = new Set<() => void>();
  const listener = new Listener(
    {
      hear: (head, payload, relay) => {
        heard.push({ head, payload, relay });
        for (const wake of wakers) wake();
      },
      refused: (kind) => refused.push(kind),
    },
    slowMs,
  );
  listener.tells('agents', () => 'told agents');
  listener.tells('state', () => 'told state');
  listener.takes('decide', (wanted) => {
    decided.push(wanted);
    return { status: 200, reason: 'done' };
  });
  listener.takes('reveal', (wanted) => {
    revealed.push(wanted);
    return Promise.resolve({ status: 409, reason: 'not here' });
  });
  open.push(listener);
  await listener.start();
  const nextHeard = () =>
    new Promise<void>((resolve) => {
      if (heard.length > 0) resolve();
      else wakers.add(resolve);
    });
  return { listener, heard, refused, decided, revealed, nextHeard };
}

const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('a listener', () => {
  it('takes an event with 204, and hears it', async () => {
    const { listener, heard, nextHeard } = await listen();
    const head = wireHead({ at: 17, env: { CLAUDE_PID: '12' } });
    expect(status(await sendRaw(listener.port, relayRequest(listener, head, '{"a":"ä"}')))).toBe(204);
    await nextHeard();
    expect(heard).toEqual([{ head, payload: { a: 'ä' }, relay: undefined }]);
  });

  it('is on loopback only, with a token and a proof of its own', async () => {
    const [one, two] = [await listen(), await listen()];
    expect(one.listener.token).not.toBe(two.listener.token);
    expect(one.listener.proof).not.toBe(one.listener.token);
    expect(one.listener.token.length).toBeGreaterThanOrEqual(32);
  });

  it.each([
    ['a wrong token', 401, { authorization: 'Bearer wrong' }, undefined],
    ['no token', 401, { authorization: undefined }, undefined],
    ['a wrong path', 404, {}, 'POST /v1/nothing HTTP/1.1'],
    ['a path of objects', 404, {}, 'POST /constructor HTTP/1.1'],
    ['a wrong method', 405, {}, 'GET /v1/events HTTP/1.1'],
    ['a protocol of the future', 426, { 'beckon-protocol': '2' }, undefined],
    ['no protocol', 426, { 'beckon-protocol': undefined }, undefined],
    ['a web page', 403, { origin: 'http://example.com' }, undefined],
    ['a web page of its own', 403, { origin: 'null' }, undefined],
    ['a browser that hides its origin', 403, { 'sec-fetch-mode': 'no-cors' }, undefined],
    ['a name that points to loopback', 403, { host: 'evil.example' }, undefined],
    ['an event without an id', 400, { 'beckon-event-id': undefined }, undefined],
    ['an event with a broken id', 400, { 'beckon-event-id': '%ff' }, undefined],
  ])('refuses %s with %i, a sentence, and hears nothing', async (_, expected, fields, line) => {
    const { listener, heard, refused } = await listen();
    const options = line === undefined ? { fields } : { fields, line };
    const answer = await sendRaw(listener.port, relayRequest(listener, wireHead(), '{}', options));
    expect(status(answer)).toBe(expected);
    expect(answer.split('\r\n\r\n')[1]?.trim()).toMatch(/^[\w' .,;:]+$/);
    expect(heard).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(JSON.stringify(refused)).not.toContain(listener.token);
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['nothing', ''],
    ['an array', '[1]'],
    ['a number', '1'],
    ['cut off', '{"a":'],
  ])('refuses a body that is %s with 400', async (_, body) => {
    const { listener, heard } = await listen();
    expect(status(await sendRaw(listener.port, relayRequest(listener, wireHead(), body)))).toBe(400);
    expect(heard).toEqual([]);
  });

  it('refuses what says that it is over 16 MB with 413, without reading it', async () => {
    const { listener } = await listen();
    const text = relayRequest(listener, wireHead(), '', {
      fields: { 'content-length': String(17 * 1024 * 1024) },
    });
    expect(status(await sendRaw(listener.port, text))).toBe(413);
  });

  it('refuses what turns out to be over 16 MB with 413', async () => {
    const { listener, heard } = await listen();
    const fields = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    const connection = new RawConnection(listener.port, relayRequest(listener, wireHead(), '', { fields }));
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 17; sent += 1) {
      connection.write(Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]));
    }
    await connection.until(() => connection.received.includes('413') || connection.closed);
    expect(status(connection.received)).toBe(413);
    expect(heard).toEqual([]);
  });

  it('takes 10 MB', async () => {
    const { listener, nextHeard, heard } = await listen();
    const body = JSON.stringify({ text: 'x'.repeat(10_000_000) });
    expect(status(await sendRaw(listener.port, relayRequest(listener, wireHead(), body)))).toBe(204);
    await nextHeard();
    expect(heard).toHaveLength(1);
  });

  it('tells what is known, and settles, with its proof', async () => {
    const { listener, decided, revealed } = await listen();
    const ask = (line: string, body = '') =>
      sendRaw(listener.port, relayRequest(listener, wireHead(), body, { line }));
    const agents = await ask('GET /v1/agents HTTP/1.1');
    expect([status(agents), agents.includes(listener.proof), agents.includes('told agents')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(await ask('GET /v1/state HTTP/1.1')).toContain('told state');
    expect(status(await ask('POST /v1/decide HTTP/1.1', '{"target":"x"}'))).toBe(200);
    expect(decided).toEqual([{ target: 'x' }]);
    const refused = await ask('POST /v1/reveal HTTP/1.1', '{"pid":7}');
    expect([status(refused), refused.includes(listener.proof)]).toEqual([409, true]);
    expect(revealed).toEqual([{ pid: 7 }]);
  });
});

describe.concurrent('a connection that is no use', () => {
  it.each([
    ['what is no HTTP', '\u0000\u0001\u0002 nonsense\r\n\r\n'],
    ['a head without end', 'POST /v1/events HTTP/1.1\r\nhost: '],
    ['a body without end', undefined],
  ])('closes the connection of %s, and goes on', async (_, text) => {
    const { listener, heard, nextHeard } = await listen(2000);
    const cut = relayRequest(listener, wireHead(), '{}', { fields: { 'content-length': '100' } });
    await sendRaw(listener.port, text ?? cut);
    expect(heard).toEqual([]);
    expect(status(await sendRaw(listener.port, relayRequest(listener, wireHead(), '{}')))).toBe(204);
    await nextHeard();
  });
});

describe('a relay that waits', () => {
  async function wait() {
    const all = await listen();
    const { listener } = all;
    const connection = new RawConnection(
      listener.port,
      relayRequest(listener, wireHead({ waits: true }), '{}'),
    );
    await all.nextHeard();
    const relay = all.heard[0]?.relay;
    if (!relay) throw new Error('nobody waits');
    return { ...all, connection, relay };
  }

  it('is told at once that it is held, and later the answer, both with the proof', async () => {
    const { connection, relay, listener } = await wait();
    relay.hold(() => {});
    await connection.until(() => connection.received.endsWith('\r\n\r\n'));
    expect(connection.received).toBe(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${listener.proof}\r\n\r\n`);
    relay.answer('{"ä":1}');
    const answer = (await connection.end()).slice(connection.received.indexOf('HTTP/1.1 200'));
    expect(answer.toLowerCase()).toContain(`beckon-proof: ${listener.proof.toLowerCase()}`);
    expect(answer.split('\r\n\r\n')[1]).toBe('{"ä":1}');
  });

  it('is let go without a word, or because nobody can be asked', async () => {
    const [one, two] = [await wait(), await wait()];
    one.relay.release();
    two.relay.release(true);
    expect([status(await one.connection.end()), status(await two.connection.end())]).toEqual([204, 503]);
  });

  it('is noticed when it goes away', async () => {
    const { connection, relay } = await wait();
    const gone = new Promise<void>((resolve) => relay.hold(resolve));
    connection.drop();
    await gone;
    expect(relay.isGone).toBe(true);
  });

  it('is cut off when the listener stops, so that it looks elsewhere', async () => {
    const { connection, relay, listener } = await wait();
    relay.hold(() => {});
    listener.stop();
    expect(await connection.end()).not.toContain('HTTP/1.1 2');
  });
});
