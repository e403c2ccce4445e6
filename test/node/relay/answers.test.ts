import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Heard, proof, startListener, take } from '../../support/fakeListener.ts';
import { eventually } from '../../support/marked.ts';
import { giveToOrdinaryUser } from '../../support/ordinaryUser.ts';
import { fedOnce, type RelayHome, relayHome, silence } from '../../support/relayHome.ts';
import type { RelayTimes } from '../../support/relayTimes.ts';

const event = 'PermissionRequest';
const verdict = `{"hookSpecificOutput":\n  {"decision":{"behavior":"allow","x":"${'ü%\\n\'"'.repeat(900)}"}}}`;

const hold = ({ socket }: Heard, shown = proof) =>
  socket.write(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${shown}\r\n\r\n`);
const answer = ({ socket }: Heard, body: string, shown = `Beckon-Proof: ${proof}\r\n`) =>
  socket.end(`HTTP/1.1 200 OK\r\n${shown}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
const spooled = ({ home, at }: RelayHome) =>
  readdirSync(home).includes('spool') ? readdirSync(at('spool')).length : 0;

describe.each(fedOnce)('the $kind relay at a permission request', (which) => {
  const withHome = async (test: (home: RelayHome) => Promise<void>) => {
    const home = await relayHome(which);
    await test(home).finally(home.remove);
  };

  it.concurrent('carries the answer of the window that holds it back to the agent', () =>
    withHome(async (home) => {
      const [owner, other] = [
        await startListener((request) => {
          hold(request);
          answer(request, verdict);
        }),
        await startListener(take),
      ];
      home.discover(owner.port, { name: 'owner' });
      home.discover(other.port, { name: 'other' });
      expect(await home.run({ event })).toEqual({ code: 0, out: verdict, err: '' });
      expect(
        [owner, other].map(({ heard }) => heard.map(({ headers }) => headers.get('beckon-wait'))),
      ).toEqual([['1'], ['1']]);
      expect(spooled(home)).toBe(0);
      owner.close();
      other.close();
    }));

  it.concurrent('says one answer of two', () =>
    withHome(async (home) => {
      const both = (request: Heard) => {
        hold(request);
        answer(request, verdict);
      };
      const listeners = [await startListener(both), await startListener(both)];
      for (const [index, { port }] of listeners.entries()) home.discover(port, { name: `w${index}` });
      expect(await home.run({ event })).toEqual({ code: 0, out: verdict, err: '' });
      for (const listener of listeners) listener.close();
    }));

  it.concurrent('asks again when the window that should hold it can ask nobody', () =>
    withHome(async (home) => {
      const unable = await startListener(({ socket }) =>
        socket.end(`HTTP/1.1 503 No\r\nBeckon-Proof: ${proof}\r\nContent-Length: 0\r\n\r\n`),
      );
      const other = await startListener((request) => {
        // Only the second time it has read that it is the owner now.
        if (other.heard.length === 1) {
          take(request);
        } else {
          hold(request);
          answer(request, verdict);
        }
      });
      home.discover(unable.port, { name: 'unable' });
      home.discover(other.port, { name: 'other' });
      expect(await home.run({ event })).toEqual({ code: 0, out: verdict, err: '' });
      expect(new Set(other.heard.map(({ headers }) => headers.get('beckon-event-id'))).size).toBe(1);
      unable.close();
      other.close();
    }));

  it.concurrent('asks again when the window goes before it has said that it holds the request', () =>
    withHome(async (home) => {
      const going = await startListener(({ socket }) => {
        rmSync(home.at('windows', 'going'));
        home.discover(other.port, { name: 'other' });
        socket.destroy();
      });
      const other = await startListener((request) => {
        hold(request);
        answer(request, verdict);
      });
      home.discover(going.port, { name: 'going' });
      expect(await home.run({ event })).toEqual({ code: 0, out: verdict, err: '' });
      expect(other.heard[0]?.headers.get('beckon-event-id')).toBe(
        going.heard[0]?.headers.get('beckon-event-id'),
      );
      going.close();
      other.close();
    }));

  it.concurrent('keeps what only a stranger took', () =>
    withHome(async (home) => {
      const stranger = await startListener(({ socket }) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
      home.discover(stranger.port);
      expect(await home.run({ event: 'Stop' })).toEqual(silence);
      await eventually('the spool', () => spooled(home) === 1);
      stranger.close();
    }));

  it.concurrent('does not wait for a stranger that says it can ask nobody', () =>
    withHome(async (home) => {
      const stranger = await startListener(({ socket }) => socket.end('HTTP/1.1 503 No\r\n\r\n'));
      home.discover(stranger.port);
      expect(await home.run({ event })).toEqual(silence);
      expect([stranger.heard.length, spooled(home)]).toEqual([1, 1]);
      stranger.close();
    }));

  it.concurrent('says nothing when the window settles it without an answer', () =>
    withHome(async (home) => {
      const listener = await startListener((request) => {
        hold(request);
        take(request);
      });
      home.discover(listener.port);
      expect(await home.run({ event })).toEqual(silence);
      expect([listener.heard.length, spooled(home)]).toEqual([1, 0]);
      listener.close();
    }));

  it.concurrent.each<[string, (request: Heard) => void]>([
    ['without a proof', (request) => answer(request, verdict, '')],
    ['with another proof', (request) => answer(request, verdict, `Beckon-Proof: ${proof}x\r\n`)],
    [
      'after it held the request without the proof',
      (request) => {
        hold(request, 'another-proof');
        answer(request, verdict, 'Beckon-Proof: another-proof\r\n');
      },
    ],
    [
      'that is cut off',
      ({ socket }) => {
        socket.end(`HTTP/1.1 200 OK\r\nBeckon-Proof: ${proof}\r\nContent-Length: 90\r\n\r\n{"allow"`);
      },
    ],
    ['in words of its own', ({ socket }) => socket.end('220 mail.example.org allow\r\n')],
  ])('ignores the “allow” of a stranger on a stale port, %s', (_, stranger) =>
    withHome(async (home) => {
      const listener = await startListener(stranger);
      home.discover(listener.port);
      expect(await home.run({ event })).toEqual(silence);
      expect([listener.heard.length, spooled(home)]).toEqual([1, 1]);
      listener.close();
    }),
  );

  it.concurrent('posts the same request again when the window that held it reloads', () =>
    withHome(async (home) => {
      const before = await startListener((request) => {
        hold(request);
      });
      const after = await startListener((request) => {
        hold(request);
        answer(request, verdict);
      });
      home.discover(before.port);
      const relay = home.start({ event });
      await eventually('the request is there', () => before.heard.length > 0);
      before.close();
      home.discover(after.port);
      expect(await relay.ended).toEqual({ code: 0, out: verdict, err: '' });
      await relay.gone();
      const ids = [...before.heard, ...after.heard].map(({ headers }) => headers.get('beckon-event-id'));
      expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
      after.close();
    }));

  it.concurrent('goes at once when the agent ends it, and the window sees that', () =>
    withHome(async (home) => {
      const listener = await startListener((request) => {
        hold(request);
      });
      home.discover(listener.port);
      const relay = home.start({ event });
      const request = await eventually('the request is there', () => listener.heard[0]);
      const closed = new Promise((resolve) => request.socket.once('close', resolve));
      relay.child.kill('SIGTERM');
      expect(await relay.ended).toEqual(silence);
      await relay.gone();
      await closed;
      listener.close();
    }));

  it.concurrent.each([
    [
      'answers',
      'cat >"$0.in"; echo "$* $BECKON_RELAY" >"$0.call"; printf "%s\\n" \'{"a":1}\'',
      '{"a":1}\n',
      0,
    ],
    ['fails', 'cat >/dev/null; echo half an answer; echo trouble >&2; exit 3', '', 1],
  ])(
    'leaves the event to the engine where something must answer it; the engine %s',
    (_, script, out, posts) =>
      withHome(async (home) => {
        const listener = await startListener();
        home.discover(listener.port);
        mkdirSync(home.at('active'));
        writeFileSync(home.at('active', 'claude-code.Stop'), '');
        writeFileSync(home.at('bin', 'beckon'), `#!/bin/sh\n${script}\n`);
        chmodSync(home.at('bin', 'beckon'), 0o755);
        giveToOrdinaryUser(home.home);
        expect(await home.run({ event: 'Stop', input: '{"b":2}\n' })).toEqual({ code: 0, out, err: '' });
        expect(listener.heard.map(({ body }) => body.toString())).toEqual(posts ? ['{"b":2}\n'] : []);
        listener.close();
      }),
  );
});

describe.each(fedOnce)('the $kind relay at the start of a session', (which) => {
  const call = { event: 'SessionStart', input: '{"b":2}\n' };

  /** What the engine was called with, where a folder of hooks was made by hand there. */
  async function calledFor(
    folder: string | undefined,
    env: (root: string) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<string> {
    const home = await relayHome(which);
    const root = dirname(home.home);
    if (folder) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    writeFileSync(
      home.at('bin', 'beckon'),
      '#!/bin/sh\ncat >/dev/null\necho "$*" >>"${0%/*}/../call"\n[ "$BECKON_HOME" -ef "${0%/*}/.." ] && echo engine\n',
    );
    chmodSync(home.at('bin', 'beckon'), 0o755);
    giveToOrdinaryUser(home.home);
    const running = home.run({ ...call, env: { HOME: root, ...env(root) } });
    const { code, out } = await running.finally(home.remove);
    expect(code).toBe(0);
    return out;
  }

  it.concurrent.each([
    ['the person’s own', '.config/agents/hooks', undefined],
    [
      'those of another configuration home',
      'x/agents/hooks',
      (root: string) => ({ XDG_CONFIG_HOME: `${root}/x` }),
    ],
    ['those of the folder', '.agents/hooks', undefined],
    [
      'those of a folder above the one the agent was started in',
      'w/.agents/hooks',
      (root: string) => ({ CLAUDE_PROJECT_DIR: `${root}/w/sub/deep` }),
    ],
  ])('has the engine look at hooks that nobody marked: %s', async (_, folder, env) => {
    expect(await calledFor(folder, env)).toBe('engine\n');
  });

  it.concurrent('asks nobody where there are none', async () => {
    expect(await calledFor(undefined)).toBe('');
  });
});

describe.each(fedOnce)('the $kind relay with shorter times', (which) => {
  const withHome = async (times: RelayTimes, test: (home: RelayHome) => Promise<void>) => {
    const home = await relayHome(which, times);
    await test(home).finally(home.remove);
  };

  it.concurrent('gives up a while after the window that held the request went, and spools it', () =>
    withHome({ reattach: 4000 }, async (home) => {
      const listener = await startListener((request) => {
        hold(request);
        request.socket.end();
      });
      home.discover(listener.port);
      const relay = home.start({ event });
      await eventually('the request was posted again', () => listener.heard.length > 1);
      listener.close();
      expect(await relay.ended).toEqual(silence);
      await relay.gone();
      expect(spooled(home)).toBe(1);
    }));

  it.concurrent('does not hang up on a window that came back and is slow to say that it holds the request', () =>
    withHome({ reattach: 6000 }, async (home) => {
      const before = await startListener((request) => {
        hold(request);
      });
      const after = await startListener(() => {});
      home.discover(before.port);
      const relay = home.start({ event });
      await eventually('the request is there', () => before.heard.length > 0);
      before.close();
      home.discover(after.port);
      expect(await relay.ended).toEqual(silence);
      expect(after.heard).toHaveLength(1);
      after.close();
    }));

  it.concurrent('waits for a listener that is slow to say that it holds the request', () =>
    withHome({ word: 300 }, async (home) => {
      const startedAt = Date.now();
      const listener = await startListener(async (request) => {
        await eventually('the time for other events is over', () => Date.now() - startedAt > 1000);
        hold(request);
        answer(request, verdict);
      });
      home.discover(listener.port);
      expect(await home.run({ event })).toEqual({ code: 0, out: verdict, err: '' });
      listener.close();
    }));

  it.concurrent('ends by itself at its deadline', () =>
    withHome({ wait: 2000 }, async (home) => {
      const listener = await startListener((request) => {
        hold(request);
      });
      home.discover(listener.port);
      expect(await home.run({ event })).toEqual(silence);
      // A starved one may get there before it could post.
      expect(listener.heard.length).toBeLessThanOrEqual(1);
      listener.close();
    }));
});
