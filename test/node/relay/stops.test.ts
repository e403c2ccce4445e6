import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Heard, proof, startListener, take } from '../../support/fakeListener.ts';
import { eventually } from '../../support/marked.ts';
import { giveToOrdinaryUser } from '../../support/ordinaryUser.ts';
import { fedOnce, type RelayHome, relayHome, silence } from '../../support/relayHome.ts';
import type { RelayTimes } from '../../support/relayTimes.ts';

const event = 'Stop';
const env = { BECKON_AGENT: 'claude-code:s1' };
const block = '{"decision":"block","reason":"Go on."}';
const answer = ({ socket }: Heard, body: string, shown = proof) =>
  socket.end(
    `HTTP/1.1 200 OK\r\nBeckon-Proof: ${shown}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
const hold = ({ socket }: Heard) => socket.write(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${proof}\r\n\r\n`);
const spooled = ({ home, at }: RelayHome) =>
  readdirSync(home).includes('spool') ? readdirSync(at('spool')).length : 0;

describe.each(fedOnce)('the $kind relay at the end of a turn', (which) => {
  const withHome = async (test: (home: RelayHome) => Promise<void>, times: RelayTimes = {}) => {
    const home = await relayHome(which, times);
    await test(home).finally(home.remove);
  };

  it.concurrent('of an agent that Beckon started carries the word of the window back', () =>
    withHome(async (home) => {
      const [owner, other] = [
        await startListener((request) => answer(request, block)),
        await startListener(take),
      ];
      home.discover(owner.port, { name: 'owner' });
      home.discover(other.port, { name: 'other' });
      expect(await home.run({ event, env })).toEqual({ code: 0, out: block, err: '' });
      expect(owner.heard[0]?.headers.get('beckon-wait')).toBe('1');
      owner.close();
      other.close();
    }));

  it.concurrent('of any other agent waits for nothing', () =>
    withHome(async (home) => {
      const owner = await startListener((request) => answer(request, block));
      home.discover(owner.port);
      expect(await home.run({ event })).toEqual(silence);
      await eventually('the event was posted', () => owner.heard.length > 0);
      expect(owner.heard[0]?.headers.get('beckon-wait')).toBeUndefined();
      owner.close();
    }));

  it.concurrent('ends by itself where no window says a word, and keeps the event', () =>
    withHome(
      async (home) => {
        const wedged = await startListener(() => {});
        home.discover(wedged.port);
        expect(await home.run({ event, env })).toEqual(silence);
        expect(spooled(home)).toBe(1);
        wedged.close();
      },
      { word: 300 },
    ));

  it.concurrent('does not look for another window when one goes', () =>
    withHome(async (home) => {
      const going = await startListener((request) => {
        home.discover(other.port, { name: 'other' });
        hold(request);
        request.socket.end();
      });
      const other = await startListener((request) => answer(request, block));
      home.discover(going.port, { name: 'going' });
      expect(await home.run({ event, env })).toEqual(silence);
      expect(other.heard).toEqual([]);
      going.close();
      other.close();
    }));

  it.concurrent('asks the window where the engine cannot answer', () =>
    withHome(async (home) => {
      const owner = await startListener((request) => answer(request, block));
      home.discover(owner.port);
      mkdirSync(home.at('active'));
      writeFileSync(home.at('active', 'claude-code.Stop'), '');
      writeFileSync(home.at('bin', 'beckon'), '#!/bin/sh\ncat >/dev/null\nexit 3\n', { mode: 0o755 });
      giveToOrdinaryUser(home.home);
      expect(await home.run({ event, env })).toEqual({ code: 0, out: block, err: '' });
      owner.close();
    }));

  it.concurrent('does not believe a stranger', () =>
    withHome(async (home) => {
      const stranger = await startListener((request) => answer(request, block, 'x'));
      home.discover(stranger.port);
      expect(await home.run({ event, env })).toEqual(silence);
      stranger.close();
    }));
});
