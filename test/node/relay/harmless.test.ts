import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startListener } from '../../support/fakeListener.ts';
import { type FullBacklog, startFullBacklog } from '../../support/fullBacklog.ts';
import { eventually } from '../../support/marked.ts';
import { type RelayCall, type RelayHome, relayCases, relayHome, silence } from '../../support/relayHome.ts';
import type { RelayTimes } from '../../support/relayTimes.ts';

const [megabyte, junk] = [1_000_000, Uint8Array.from({ length: 9000 }, (_, index) => (index * 37) % 256)];

let backlog: FullBacklog;
/** Accepts, and never reads. */
let wedged: Server;
const accepted: Socket[] = [];

beforeAll(async () => {
  backlog = await startFullBacklog();
  wedged = createServer({ pauseOnConnect: true }, (socket) => accepted.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => wedged.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  backlog.stop();
  for (const socket of accepted) socket.destroy();
  wedged.close();
});

/** The names in the spool; a home that was made read only is still to be read. */
function spooledIn({ home, at }: RelayHome): string[] {
  return readdirSync(home).includes('spool') ? readdirSync(at('spool')) : [];
}

const wedgedPort = () => (wedged.address() as { port: number }).port;

/**
 * Situations that must not matter to an agent, and whether the event can be kept for later in them. Node, as a parent,
 * throws away what it has not written yet when a relay has left everything to the background: then either may be.
 */
const situations: readonly {
  readonly name: string;
  readonly call?: RelayCall;
  readonly prepare?: (home: RelayHome) => void;
  readonly times?: RelayTimes;
  readonly kept: boolean | 'either';
}[] = [
  { name: 'no window', kept: true },
  {
    name: 'no folder of windows',
    prepare: ({ at }) => rmSync(at('windows'), { recursive: true }),
    kept: true,
  },
  { name: 'a refused port', prepare: ({ discover }) => discover(1), kept: true },
  {
    name: 'a wedged listener',
    prepare: ({ discover }) => discover(wedgedPort()),
    times: { word: 300, reattach: 1000 },
    kept: true,
  },
  {
    name: 'a wedged listener and ten megabytes',
    prepare: ({ discover }) => discover(wedgedPort()),
    times: { word: 300, reattach: 1000 },
    call: { input: 'x'.repeat(10 * megabyte) },
    kept: 'either',
  },
  {
    name: 'a full backlog',
    prepare: ({ discover }) => discover(backlog.port),
    times: { word: 300, reattach: 1000 },
    kept: true,
  },
  { name: 'ten megabytes', call: { input: 'x'.repeat(10 * megabyte) }, kept: 'either' },
  { name: 'binary junk', call: { input: junk }, kept: true },
  { name: 'empty input', call: { input: '' }, kept: true },
  { name: 'no input at all', call: { closed: true }, kept: 'either' },
  {
    name: 'an input that is never closed',
    call: { input: '{', keepOpen: true },
    times: { life: 800 },
    kept: 'either',
  },
  {
    name: 'an input that is never closed nor written',
    call: { input: '', keepOpen: true },
    times: { life: 800 },
    kept: 'either',
  },
  { name: 'a home that is read only', prepare: ({ home }) => chmodSync(home, 0o500), kept: false },
  { name: 'HOME elsewhere', call: { env: { HOME: '/nowhere' } }, kept: true },
  { name: 'no event name', call: { event: '' }, kept: true },
  { name: 'a strange event name', call: { event: '../../etc/passwd $(id) ü' }, kept: true },
];

/** One that waits for nothing, one that waits for a person, and the end of a turn of an agent that Beckon started. */
const events: readonly RelayCall[] = [
  { event: 'PostToolUse' },
  { event: 'PermissionRequest' },
  { event: 'Stop', env: { BECKON_AGENT: 'claude-code:s1' } },
];

describe.concurrent.each(relayCases)('the $kind relay, fed by $feed, does no harm with', (which) => {
  // How a relay is fed matters only where its input does.
  const mattering = situations.filter(({ call }) => which.feed === 'socketpair' || call?.input !== undefined);
  it.each(mattering)('$name', async ({ call, prepare, times, kept }) => {
    const outcomes = events.map(async ({ env, ...event }) => {
      const home = await relayHome(which, times);
      try {
        prepare?.(home);
        const ended = await home.run({ ...event, ...call, env: { ...env, ...call?.env } });
        return { ended, spooled: spooledIn(home) };
      } finally {
        home.remove();
      }
    });
    for (const { ended, spooled } of await Promise.all(outcomes)) {
      expect(ended).toEqual(silence);
      expect(spooled.filter((name) => !/^\d{13}-[0-9a-f]+$/u.test(name))).toEqual([]);
      if (kept !== 'either') expect(spooled).toHaveLength(kept ? 1 : 0);
    }
  });
});

// A start of Node costs so much that 200 at once would measure the machine.
describe.each([
  { kind: 'bash', count: 200 },
  { kind: 'node', count: 40 },
] as const)('$count $kind relays at once', ({ kind, count }) => {
  it('bring every event and leave nothing behind', async () => {
    const home = await relayHome({ kind, feed: 'socketpair' });
    const listener = await startListener();
    home.discover(listener.port);
    const outcome = home.runMany(count).then((ended) => ({ ended, spooled: spooledIn(home) }));
    const { ended, spooled } = await outcome.finally(() => {
      home.remove();
      listener.close();
    });
    expect(ended).toEqual(silence);
    expect(spooled).toEqual([]);
    const ids = listener.heard.map(({ headers }) => headers.get('beckon-event-id'));
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  });
});

describe('a bash relay that does not get its turn until its time is over', () => {
  it.each([
    ['brings its event to a listener', true],
    ['spools its event where there is none', false],
  ])('%s all the same', async (_, isHeard) => {
    const home = await relayHome({ kind: 'bash', feed: 'socketpair' }, { life: 800 });
    const listener = await startListener();
    onTestFinished(() => {
      home.remove();
      listener.close();
    });
    if (isHeard) home.discover(listener.port);
    const program = home.at('bin', 'claude-code');
    const text = readFileSync(program, 'utf8');
    expect(text).toContain('\nwork() {\n');
    writeFileSync(program, text.replace('\nwork() {\n', '\nwork() {\n  kill -STOP "$BASHPID"\n'));
    const relay = home.start();
    const startedAt = Date.now();
    await eventually('its time is over', () => Date.now() - startedAt > 1000);
    for (const { pid } of relay.processes()) process.kill(pid, 'SIGCONT');
    await relay.gone();
    expect([listener.heard.length, spooledIn(home).length]).toEqual(isHeard ? [1, 0] : [0, 1]);
  });
});
