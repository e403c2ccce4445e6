import { describe, expect, it } from 'vitest';
import { discoveryText, parseDiscovery } from '../../../../src/core/wire/discovery.ts';
import type { Listening } from '../../../../src/core/wire/ownerOf.ts';
import { isWithin, ownerOf } from '../../../../src/core/wire/ownerOf.ts';
import { sortWindow, sortWindowMs } from '../../../../src/core/wire/sortWindow.ts';
import { parseSpooled, parseWireHead, wireHeaders } from '../../../../src/core/wire/wireHead.ts';
import { wireHead } from '../../../support/relayRequest.ts';

describe('the head of an event', () => {
  const heads = [
    wireHead(),
    wireHead({ event: '', at: 1794788835609, ppid: 4711, waits: true }),
    wireHead({ program: 'a b%', event: 'x\ny', env: { A: 'a=b&c', 'B C': '', ü: '%41' }, spooled: true }),
  ];

  it.each(heads)('is what it was after a journey: %o', (head) => {
    const headers = wireHeaders(head);
    expect(parseWireHead((name) => headers[name])).toEqual(head);
    expect(Object.values(headers).join('')).toMatch(/^[\x21-\x7e]*$/);
  });

  it.each([
    ['no program', { 'beckon-program': '' }],
    ['no id', { 'beckon-event-id': '' }],
    ['an id that is a path', { 'beckon-event-id': '..%2F..%2Fx' }],
    ['an id without end', { 'beckon-event-id': 'x'.repeat(129) }],
    ['a broken program', { 'beckon-program': '%E0%A4%A' }],
  ])('is none with %s', (_, change) => {
    const headers: Record<string, string> = { ...wireHeaders(wireHead()), ...change };
    expect(parseWireHead((name) => headers[name])).toBeUndefined();
  });

  it('survives numbers that are none', () => {
    const headers: Record<string, string> = {
      ...wireHeaders(wireHead({ id: 'x' })),
      'beckon-at': '-1',
      'beckon-ppid': '1e3',
    };
    expect(parseWireHead((name) => headers[name])).toEqual(wireHead({ id: 'x' }));
  });
});

describe('a spooled event', () => {
  const head = { ...wireHead({ id: 'e1', at: 5 }), spooled: true };
  const text = (body: string, eol = '\r\n', length = body.length) =>
    [
      'POST /v1/events HTTP/1.1',
      'Beckon-Program: claude-code',
      'Beckon-Event: Stop',
      'Beckon-Event-Id: e1',
      'beckon-at:5',
      `Content-Length: ${length}`,
      '',
      body,
    ].join(eol);

  it.each(['\r\n', '\n'])('is read with lines that end in %j', (eol) => {
    expect(parseSpooled(text('{"a":1}\n\nmore', eol))).toEqual({ head, body: '{"a":1}\n\nmore' });
  });

  it('waits for no answer any more', () => {
    const waits = text('{}').replace('Content-Length', 'Beckon-Wait: 1\r\nContent-Length');
    expect(parseSpooled(waits)?.head.waits).toBe(false);
  });

  it.each([
    ['is cut off', text('{"a":1}').slice(0, -1)],
    ['has more than it says', `${text('{}')}x`],
    ['has no body', text('{}').split('\r\n\r\n')[0] ?? ''],
    ['is junk', '\u0000\u00ff\n\n'],
    ['is empty', ''],
  ])('is none when it %s', (_, bytes) => {
    expect(parseSpooled(bytes)).toBeUndefined();
  });
});

describe('a discovery file', () => {
  const discovery = {
    port: 4000,
    token: 'token-12345',
    proof: 'proof_12345',
    pid: 77,
    protocol: 1,
    folders: ['/a b', '/ü'],
    terminals: [1, 2],
    agents: ['claude-code:s1'],
    starts: ['claude-code:s1', 'other:x'],
    lastFocusedAt: 5,
    focused: true,
    role: 'window',
    asks: true,
    startedAt: 4,
    processStart: '99',
    domain: 'host pid:[1]',
  } as const;

  it('is what it was', () => {
    expect(parseDiscovery(discoveryText(discovery))).toEqual(discovery);
  });

  it('serves relays without its second line', () => {
    const [first = ''] = discoveryText(discovery).split('\n');
    expect(first.split(' ')).toEqual(['4000', 'token-12345', 'proof_12345', '77', '1']);
    expect(parseDiscovery(first)).toMatchObject({ port: 4000, folders: [], role: 'serve' });
    expect(parseDiscovery(`${first}\n{"folders":[1],"terminals":"x","role":7}`)).toMatchObject({
      folders: [],
      terminals: [],
    });
    const strange = '{"agents":[1,"a"],"starts":"x"}';
    expect(parseDiscovery(`${first}\n${strange}`)).toMatchObject({ agents: ['a'], starts: [] });
  });

  it.each([
    '',
    'junk',
    '0 token-12345 proof-12345 1 1',
    '99999 token-12345 proof-12345 1 1',
    '80 short proof-12345 1 1',
  ])('is none: %j', (text) => {
    expect(parseDiscovery(text)).toBeUndefined();
  });
});

describe('the owner of an agent', () => {
  const listener = (id: string, fields: Partial<Listening> = {}): Listening => ({
    ...{ id, port: 1, token: 't', proof: 'p', pid: 1, protocol: 1, folders: [], terminals: [] },
    ...{ agents: [], starts: [], lastFocusedAt: 0, focused: false, role: 'window', asks: true, startedAt: 0 },
    ...fields,
  });
  const owner = (listeners: Listening[], cwd?: string, pids: number[] = []) =>
    ownerOf(listeners, { pids, ...(cwd === undefined ? {} : { cwd }) })?.id;

  it.each([
    [
      'a window before serve',
      [listener('a', { role: 'serve', folders: ['/w'], lastFocusedAt: 9 }), listener('b')],
      'b',
    ],
    ['whose terminal it is', [listener('a', { folders: ['/w'] }), listener('b', { terminals: [7] })], 'b'],
    [
      'the longest folder',
      [listener('a', { folders: ['/'] }), listener('b', { folders: ['/x', '/w'] })],
      'b',
    ],
    ['a folder before use', [listener('a', { lastFocusedAt: 9 }), listener('b', { folders: ['/w'] })], 'b'],
    ['used last', [listener('a', { lastFocusedAt: 1 }), listener('b', { lastFocusedAt: 2 })], 'b'],
    ['the first id', [listener('b'), listener('a')], 'a'],
  ])('%s', (_, listeners, expected) => {
    expect(owner(listeners, '/w/sub', [9, 7])).toBe(expected);
    expect(owner([...listeners].reverse(), '/w/sub', [9, 7])).toBe(expected);
  });

  describe('that a run follows', () => {
    const about = { agent: 'claude-code:s2', startedAs: 'claude-code:s1', cwd: '/lib', pids: [7] };
    const run = (more: Partial<Listening>) => listener('run', { role: 'serve', folders: ['/w'], ...more });
    const ownerAmong = (...listeners: Listening[]) => [
      ownerOf(listeners, about)?.id,
      ownerOf(listeners.toReversed(), about)?.id,
    ];

    it.each([
      ['its conversation', { agents: ['claude-code:s2'] }],
      ['the name of its process', { starts: ['claude-code:s1'] }],
    ])('is the command line that supervises it wherever it works, by %s', (_, more) => {
      expect(ownerAmong(run(more))).toEqual(['run', 'run']);
      const others = [
        listener('all', { role: 'serve' }),
        listener('lib', { role: 'serve', folders: ['/lib'] }),
      ];
      for (const other of others) expect(ownerAmong(run(more), other)).toEqual(['run', 'run']);
      // What it waits for is told there: a command line shows nothing.
      expect(ownerAmong(run(more), listener('window'))).toEqual(['window', 'window']);
    });

    it('is the window that supervises it, before the one with its terminal or its folder', () => {
      const other = listener('a', { folders: ['/lib'], terminals: [7], lastFocusedAt: 9 });
      expect(ownerAmong(listener('b', { agents: ['claude-code:s2'] }), other)).toEqual(['b', 'b']);
    });

    it.each([
      ['a conversation that the run has left', { starts: ['claude-code:s2'] }],
      ['a process that names another', { agents: ['claude-code:s1'] }],
      ['nobody', {}],
    ])('is no command line that supervises %s', (_, more) => {
      expect(ownerAmong(run(more))).toEqual([undefined, undefined]);
    });

    it('is nobody by what is not known of it', () => {
      expect(ownerOf([run({ agents: [''], starts: [''] })], { cwd: '/lib', pids: [] })).toBeUndefined();
    });

    it('is nobody who cannot ask', () => {
      expect(ownerAmong(run({ agents: ['claude-code:s2'], asks: false }))).toEqual([undefined, undefined]);
    });
  });

  it('is nobody who cannot ask', () => {
    expect(owner([listener('a', { asks: false, terminals: [7] }), listener('b')], '/w', [7])).toBe('b');
    expect(owner([listener('a', { asks: false })], '/w')).toBeUndefined();
  });

  it('is no command line that looks at another folder', () => {
    const serve = [listener('a', { role: 'serve', folders: ['/w'] })];
    expect(owner(serve, '/w/sub')).toBe('a');
    expect(owner(serve, '/other')).toBeUndefined();
    expect(owner([listener('a', { role: 'serve' })], '/other')).toBe('a');
  });

  it.each([
    ['/w', '/w', true],
    ['/w/', '/w', true],
    ['/w', '/w/', true],
    ['/w', '/w/x', true],
    ['/w', '/wx', false],
    ['/', '/x', true],
    ['c:\\w', 'c:\\w\\x', true],
    ['/w', undefined, false],
  ])('folder %s and path %s: %s', (folder, path, expected) => {
    expect(isWithin(folder, path)).toBe(expected);
  });
});

describe('events that arrive in the wrong order', () => {
  const arrival = (key: string, at: number, arrivedAt: number) => ({ key, at, arrivedAt });

  it('wait for older ones of their conversation, and go oldest first', () => {
    const [late, early] = [arrival('a', 20, 100), arrival('a', 10, 120)];
    expect(sortWindow([late, early], 100 + sortWindowMs)).toEqual({ due: [early, late], rest: [] });
  });

  it('do not wait for other conversations', () => {
    const [a, b] = [arrival('a', 20, 100), arrival('b', 10, 120)];
    expect(sortWindow([a, b], 100 + sortWindowMs)).toEqual({ due: [a], rest: [b] });
  });

  it('wait no longer than the window, also when the clock is set back', () => {
    expect(sortWindow([arrival('a', 1, 100)], 99 + sortWindowMs).due).toEqual([]);
    expect(sortWindow([arrival('a', 1, 100)], 50).due).toHaveLength(1);
  });

  it('that arrived before the clock was set back go first', () => {
    const [before, after] = [arrival('a', 900, 900), arrival('a', 20, 30)];
    expect(sortWindow([before, after], 30)).toEqual({ due: [before, after], rest: [] });
  });
});
