import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proof, startListener } from '../../support/fakeListener.ts';
import { eventually } from '../../support/marked.ts';
import { type RelayHome, relayCases, relayHome, silence, token } from '../../support/relayHome.ts';

const payload = '{"hook_event_name":"PostToolUse","tool":"Edit","text":"ü\\u0000 % \'\\""}\n\n';

/** What a hostile shell and a hostile environment would do to a careless script. */
const hostile = {
  BASH_ENV: '/dev/stdin',
  ENV: '/dev/stdin',
  'BASH_FUNC_printf%%': '() { echo stolen; }',
  SHELLOPTS: 'errexit:nounset:xtrace:allexport:noglob',
  POSIXLY_CORRECT: '1',
  CDPATH: '/',
  IFS: 'a',
  GLOBIGNORE: '*',
  TMOUT: '1',
  SECONDS: '90000',
  EPOCHREALTIME: 'x',
  part: 'x',
  body: 'x',
  token: 'x',
  proof: 'x',
  waits: 'x',
  LC_ALL: 'C.UTF-8',
  NODE_OPTIONS: '--no-such-option',
  NODE_DEBUG: 'net',
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  http_proxy: 'http://127.0.0.1:1',
  ALL_PROXY: 'http://127.0.0.1:1',
};

describe.each(relayCases)('the $kind relay, fed by $feed', (which) => {
  const withHome = async (test: (home: RelayHome) => Promise<void>) => {
    const home = await relayHome(which);
    await test(home).finally(home.remove);
  };

  it.concurrent('brings an event to every live window, once', () =>
    withHome(async (home) => {
      const listeners = [await startListener(), await startListener(), await startListener()];
      for (const [index, { port }] of listeners.entries()) home.discover(port, { name: `w${index}` });
      writeFileSync(home.at('windows', '.w9'), 'not finished');
      const env = { CLAUDE_PID: '4711', CLAUDE_CODE_ENTRYPOINT: '/a b/ü&=%', TERM_PROGRAM: '' };
      expect(await home.run({ input: payload, env })).toEqual(silence);
      const heard = listeners.map((listener) => listener.heard);
      for (const listener of listeners) listener.close();
      expect(heard.map((requests) => requests.map(({ body }) => body.toString()))).toEqual([
        [payload],
        [payload],
        [payload],
      ]);
      const headers = heard.flat().map((request) => request.headers);
      expect(new Set(headers.map((each) => each.get('beckon-event-id'))).size).toBe(1);
      expect(Object.fromEntries(headers[0] ?? [])).toMatchObject({
        host: `127.0.0.1:${listeners[0]?.port}`,
        authorization: `Bearer ${token}`,
        'beckon-protocol': '1',
        'beckon-program': 'claude-code',
        'beckon-event': 'PostToolUse',
        'beckon-event-id': expect.stringMatching(/^[0-9a-f]{20,}$/u),
        'beckon-ppid': String(process.pid),
        'beckon-env': 'CLAUDE_PID=4711&CLAUDE_CODE_ENTRYPOINT=%2Fa%20b%2F%C3%BC%26%3D%25',
        'content-length': String(Buffer.byteLength(payload)),
        connection: 'close',
      });
      expect(headers[0]?.has('beckon-wait')).toBe(false);
    }));

  it.concurrent('is not disturbed by its caller’s environment', () =>
    withHome(async (home) => {
      const listener = await startListener();
      home.discover(listener.port);
      expect(await home.run({ input: payload, env: hostile })).toEqual(silence);
      expect(listener.heard.map(({ body }) => body.toString())).toEqual([payload]);
      listener.close();
    }));

  it.concurrent('passes by listeners whose process is dead, and files that are none', () =>
    withHome(async (home) => {
      const [dead, live] = [await startListener(), await startListener()];
      home.discover(dead.port, { name: 'dead', pid: 2 ** 22 + 1 });
      home.discover(live.port, { name: 'live' });
      writeFileSync(home.at('windows', 'junk'), `${dead.port} short x 1 1\n`);
      writeFileSync(home.at('windows', 'empty'), '');
      expect(await home.run()).toEqual(silence);
      expect([dead.heard.length, live.heard.length]).toEqual([0, 1]);
      dead.close();
      live.close();
    }));

  it.concurrent('shows the token to the listener only, not to who looks at processes', () =>
    withHome(async (home) => {
      const listener = await startListener(({ socket }) =>
        socket.write(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${proof}\r\n\r\n`),
      );
      home.discover(listener.port);
      const relay = home.start({ event: 'PermissionRequest', env: { token: 'x', body: 'x', head: 'x' } });
      await eventually('the request is there', () => listener.heard.length > 0);
      const seen = relay.processes().map((each) => each.seen);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((text) => text.includes(token) || text.includes(proof))).toEqual([]);
      relay.child.kill('SIGTERM');
      await relay.gone();
      listener.close();
    }));

  it.concurrent('brings ten megabytes', () =>
    withHome(async (home) => {
      const listener = await startListener();
      home.discover(listener.port);
      // The agent waits here: one that throws away what it has not written yet is not what is tested.
      const call = { event: which.feed === 'pipe' ? 'PostToolUse' : 'PermissionRequest' };
      expect(await home.run({ ...call, input: 'x'.repeat(10_000_000) })).toEqual(silence);
      expect(listener.heard.map(({ body }) => body.length)).toEqual([10_000_000]);
      listener.close();
    }));
});
