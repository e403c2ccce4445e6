import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoveryText, parseDiscovery } from '../../src/core/wire/discovery.ts';
import { sortWindow } from '../../src/core/wire/sortWindow.ts';
import { parseSpooled, parseWireHead, wireHeaders } from '../../src/core/wire/wireHead.ts';

const bytes = fc.string({ unit: 'binary', maxLength: 400 });
const id = fc.stringMatching(/^[\w.-]{1,40}$/);
const text = fc.string({ unit: 'binary', maxLength: 40 });
const head = fc.record({
  program: text.filter((one) => one !== ''),
  event: text,
  id,
  env: fc.dictionary(
    text.filter((one) => one !== '' && one !== '__proto__'),
    text,
  ),
  waits: fc.boolean(),
  spooled: fc.boolean(),
});

describe('what comes over the wire', () => {
  it('keeps every head through a journey, in printable characters only', () => {
    fc.assert(
      fc.property(head, (one) => {
        const headers = wireHeaders(one);
        expect(Object.values(headers).join('')).toMatch(/^[\x21-\x7e]*$/);
        expect(parseWireHead((name) => headers[name])).toEqual({ ...one, env: { ...one.env } });
      }),
    );
  });

  it('never throws on junk', () => {
    fc.assert(
      fc.property(bytes, (junk) => {
        parseSpooled(junk);
        parseDiscovery(junk);
        parseWireHead(() => junk);
      }),
    );
  });

  it('reads a spooled event only whole', () => {
    fc.assert(
      fc.property(head, bytes, fc.nat(), (one, body, cut) => {
        const lines = Object.entries(wireHeaders(one)).map(([name, value]) => `${name}: ${value}`);
        const whole = ['POST /v1/events HTTP/1.1', ...lines, `content-length: ${body.length}`, '', body].join(
          '\r\n',
        );
        expect(parseSpooled(whole)?.body).toBe(body);
        expect(parseSpooled(whole.slice(0, cut % whole.length))).toBeUndefined();
      }),
    );
  });

  it('keeps every discovery file', () => {
    const discovery = fc.record({
      port: fc.integer({ min: 1, max: 65_535 }),
      token: fc.stringMatching(/^[\w-]{8,40}$/),
      proof: fc.stringMatching(/^[\w-]{8,40}$/),
      pid: fc.integer({ min: 1, max: 4_194_304 }),
      protocol: fc.nat(9),
      folders: fc.array(text),
      terminals: fc.array(fc.nat()),
      agents: fc.array(text),
      starts: fc.array(text),
      lastFocusedAt: fc.nat(),
      focused: fc.boolean(),
      role: fc.constantFrom('window' as const, 'serve' as const),
      asks: fc.boolean(),
      startedAt: fc.nat(),
    });
    fc.assert(
      fc.property(discovery, (one) => {
        expect(parseDiscovery(discoveryText(one))).toEqual(one);
      }),
    );
  });
});

describe('the sort window', () => {
  const arrival = fc.record({ key: fc.constantFrom('a', 'b'), at: fc.nat(300), arrivedAt: fc.nat(300) });

  it('loses nothing, repeats nothing, and hands each conversation on in order', () => {
    fc.assert(
      fc.property(fc.array(arrival), fc.nat(400), (all, now) => {
        const { due, rest } = sortWindow(all, now);
        expect(new Set([...due, ...rest])).toEqual(new Set(all));
        expect(due.length + rest.length).toBe(all.length);
        for (const key of ['a', 'b']) {
          const ofKey = due.filter((one) => one.key === key);
          // What arrived in the future did so before the clock was set back.
          const before = ofKey.filter(({ arrivedAt }) => arrivedAt > now);
          const after = ofKey.filter(({ arrivedAt }) => arrivedAt <= now);
          const inTime = [before, after].flatMap((era) => era.toSorted((x, y) => x.at - y.at));
          expect(ofKey).toEqual(inTime);
          const last = Math.max(...ofKey.map(({ at }) => at));
          expect(rest.every((one) => one.key !== key || one.at > last)).toBe(true);
        }
      }),
    );
  });
});
