import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { spoolLimits } from '../../../src/core/wire/protocol.ts';
import { parseRequest } from '../../support/fakeListener.ts';
import { giveToOrdinaryUser } from '../../support/ordinaryUser.ts';
import { fedOnce, type RelayHome, relayHome, silence, token } from '../../support/relayHome.ts';

const names = ({ at }: RelayHome) => readdirSync(at('spool')).sort();

function fill(home: RelayHome, count: number, text: string): void {
  mkdirSync(home.at('spool'), { mode: 0o700 });
  for (let index = 0; index < count; index++) {
    writeFileSync(home.at('spool', `${1_000_000_000_000 + index}-abc`), text);
  }
  giveToOrdinaryUser(home.home);
}

describe.each(fedOnce)('the $kind relay with no window alive', (which) => {
  const withHome = async (test: (home: RelayHome) => Promise<void>) => {
    const home = await relayHome(which);
    await test(home).finally(home.remove);
  };

  it.concurrent('keeps events in order, as whole requests, for nobody else to read', () =>
    withHome(async (home) => {
      for (const input of ['{"n":1}', '{"n":2}\n', '{"n":"ü"}']) {
        expect(await home.run({ event: 'Stop', input, env: { CLAUDE_PID: '7' } })).toEqual(silence);
      }
      const texts = names(home).map((name) => readFileSync(home.at('spool', name)));
      const requests = texts.map((text) => parseRequest(text, new Socket()));
      expect(requests.map(({ body }) => body.toString())).toEqual(['{"n":1}', '{"n":2}\n', '{"n":"ü"}']);
      expect(requests.map(({ head }) => head.split('\r\n')[0])).toEqual(
        requests.map(() => 'POST /v1/events HTTP/1.1'),
      );
      expect(requests.map(({ headers, body }) => headers.get('content-length') === `${body.length}`)).toEqual(
        requests.map(() => true),
      );
      for (const [index, { headers }] of requests.entries()) {
        expect(names(home)[index]?.slice(14)).toBe(headers.get('beckon-event-id'));
        expect([headers.get('beckon-event'), headers.get('beckon-env')]).toEqual(['Stop', 'CLAUDE_PID=7']);
        expect([headers.has('authorization'), headers.has('beckon-wait')]).toEqual([false, false]);
      }
      expect(texts.some((text) => text.includes(token))).toBe(false);
      const mode = (path: string) => statSync(path).mode & 0o777;
      expect(names(home).map((name) => mode(home.at('spool', name)))).toEqual([0o600, 0o600, 0o600]);
      expect(mode(home.at('spool'))).toBe(0o700);
    }));

  it.concurrent('keeps only so many, the newest', () =>
    withHome(async (home) => {
      fill(home, spoolLimits.count + 3, 'x');
      await home.run();
      const kept = names(home);
      expect([kept.length, kept[0]]).toEqual([spoolLimits.count, '1000000000004-abc']);
    }));

  it.concurrent('keeps only so much, the newest', () =>
    withHome(async (home) => {
      fill(home, 40, 'x'.repeat(spoolLimits.bytesEach));
      await home.run();
      const sizes = names(home).map((name) => statSync(home.at('spool', name)).size);
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(spoolLimits.bytes);
      expect([sizes.length, sizes.at(-1)]).toEqual([32, expect.toSatisfy((size: number) => size < 1000)]);
    }));

  it.concurrent('keeps no event that is too large', () =>
    withHome(async (home) => {
      await home.run({ event: 'PermissionRequest', input: 'x'.repeat(spoolLimits.bytesEach) });
      expect(readdirSync(home.home)).not.toContain('spool');
    }));
});
