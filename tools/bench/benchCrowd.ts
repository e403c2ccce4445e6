import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Event } from '../../src/core/event/event.ts';
import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { Discovery } from '../../src/core/wire/discovery.ts';
import { parseDiscovery } from '../../src/core/wire/discovery.ts';
import { parseClaudeCode } from '../../src/programs/claudeCode/pure/hookEvents.ts';
import { cloneRoot } from '../command.ts';
import { WindowViews } from './windowViews.ts';

/** How much more an event may cost with many agents than with few. */
const limit = 1.5;
const rounds = 5;
/** How many events are measured at once, in the core and over the protocol. */
const coreEvents = 20_000;
const events = 2000;
const viewEvents = 3000;
/** What happens in a window, and what that is called. */
const happenings = { tool: 'a tool call', turn: 'a turn', permission: 'a request' } as const;
type Happening = keyof typeof happenings;
const senders = 8;

type Payload = Readonly<Record<string, unknown>> & { readonly hook_event_name: string };

/** A listener of which something is measured, and what to start for it. */
interface Row {
  readonly name: string;
  readonly few: number;
  readonly many: number;
  readonly args: readonly string[];
}

const rows: readonly Row[] = [
  { name: 'beckon serve', few: 10, many: 2000, args: ['dist/beckon.cjs', 'serve', '--json'] },
  { name: 'the hub of a window', few: 20, many: 2000, args: ['tools/bench/windowHub.ts'] },
];

/** Measures what one event costs with few agents and with many, in turn; says so where the ratio is over the limit. */
export async function benchCrowd(): Promise<boolean> {
  process.stdout.write(`CPU for one event, ${rounds} rounds in turn, median; at most ${limit} ×\n`);
  const isFlat = [await measure('the core', [10, 10_000], (agents) => Promise.resolve(coreMs(agents)))];
  for (const [kind, words] of Object.entries(happenings) as [Happening, string][]) {
    const name = `the views of a window, ${words}`;
    isFlat.push(await measure(name, [20, 2000], (agents) => Promise.resolve(viewMs(agents, kind))));
  }
  for (const { name, few, many, args } of rows) {
    isFlat.push(await measure(name, [few, many], (agents) => listenerMs(args, agents)));
  }
  return !isFlat.includes(false);
}

async function measure(
  name: string,
  sizes: readonly [number, number],
  msOf: (agents: number) => Promise<number>,
): Promise<boolean> {
  const found = new Map<number, number[]>(sizes.map((agents) => [agents, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [agents, list] of found) {
      list.push(await msOf(agents));
    }
  }
  const [few, many] = sizes.map((agents) => median(found.get(agents) ?? []));
  for (const [agents, ms] of [[sizes[0], few] as const, [sizes[1], many] as const]) {
    process.stdout.write(
      `  ${`${name}, ${agents} agents`.padEnd(48)}${((ms ?? 0) * 1000).toFixed(1).padStart(8)} µs`,
    );
    process.stdout.write(`${((ms ?? 0) / (few ?? 0)).toFixed(2).padStart(8)} ×\n`);
  }
  return (many ?? 0) <= limit * (few ?? 0);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
}

/** A turn of one agent, over and over: what it is told, a tool that starts, and one that ends. */
function payload(agent: number, turn: number): Payload {
  const [name, fields] = (
    [
      ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: `c${turn}` }],
      ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: `c${turn - 1}` }],
    ] as const
  )[turn % 2] as readonly [string, object];
  return { ...head(agent), ...fields, hook_event_name: name };
}

const begins = (agent: number) => ({ ...head(agent), prompt: 'go', hook_event_name: 'UserPromptSubmit' });
const head = (agent: number) => ({ session_id: `s${agent}`, cwd: '/tmp' });

function coreMs(agents: number): number {
  const roster = new Roster();
  const tell = (event: Event | undefined) => event && roster.apply(reduceRoster(roster, event));
  let at = 0;
  const eventOf = (of: object) => parseClaudeCode(of, { id: `e${at}`, at: ++at });
  for (let agent = 0; agent < agents; agent += 1) {
    tell(eventOf(begins(agent)));
  }
  const all = [...Array(coreEvents).keys()].map((turn) => eventOf(payload((turn >> 1) % agents, turn)));
  const begun = process.cpuUsage();
  for (const event of all) {
    tell(event);
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / coreEvents;
}

/** Each event is drawn by itself. */
function viewMs(agents: number, kind: Happening): number {
  const views = new WindowViews(agents);
  for (let warm = 0; warm < viewEvents; warm += 1) {
    views[kind]();
  }
  const begun = process.cpuUsage();
  for (let event = 0; event < viewEvents; event += 1) {
    views[kind]();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / viewEvents;
}

async function listenerMs(args: readonly string[], agents: number): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'beckon-crowd-'));
  mkdirSync(join(home, '.beckon'));
  const child = spawn(process.execPath, [...args], {
    cwd: cloneRoot,
    env: { PATH: process.env.PATH, HOME: home, BECKON_HOME: join(home, '.beckon') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const heard = hears(child);
    const listener = await discovery(join(home, '.beckon', 'windows'));
    await post(listener, [...Array(agents).keys()].map(begins));
    await last(listener, heard, 'first');
    const cpuMs = await cpuOf(child, async () => {
      await post(
        listener,
        [...Array(events).keys()].map((turn) => payload((turn >> 1) % agents, turn)),
      );
      await last(listener, heard, 'last');
    });
    return cpuMs / events;
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await gone;
    rmSync(home, { recursive: true, force: true });
  }
}

/** Resolves as soon as the program prints a word. */
function hears(child: ChildProcess): (word: string) => Promise<void> {
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    for (const [word, resolve] of waiting) {
      if (line.includes(word)) {
        resolve();
      }
    }
  });
  return (word) => new Promise((resolve) => waiting.set(word, resolve));
}

/** Waits until the last event of all is shown. */
async function last(
  listener: Discovery,
  heard: (word: string) => Promise<void>,
  name: string,
): Promise<void> {
  const shown = heard(`"${name}"`);
  const call: Payload = { ...begins(0), hook_event_name: 'PreToolUse', tool_name: name, tool_input: {} };
  await post(listener, [call]);
  await shown;
}

async function discovery(folder: string): Promise<Discovery> {
  for (;;) {
    const [name] = await Promise.resolve()
      .then(() => readdirSync(folder))
      .catch(() => []);
    const found =
      name && !name.startsWith('.') ? parseDiscovery(readFileSync(join(folder, name), 'utf8')) : undefined;
    if (found) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

let ids = 0;

/** Posts events as relays do, some at a time. */
async function post(
  listener: Discovery,
  payloads: readonly { readonly hook_event_name: string }[],
): Promise<void> {
  const rest = payloads.values();
  const send = async () => {
    for (const one of rest) {
      await postOne(listener, one);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
}

function postOne({ port, token }: Discovery, one: Payload): Promise<void> {
  const body = JSON.stringify(one);
  const headers = {
    authorization: `Bearer ${token}`,
    'beckon-protocol': '1',
    'beckon-program': 'claude-code',
    'beckon-event': one.hook_event_name,
    'beckon-event-id': `bench-${++ids}`,
    'beckon-at': String(Date.now()),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'POST', path: '/v1/events', headers }, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode === 204 ? resolve() : reject(new Error('refused'))));
    })
      .on('error', reject)
      .end(body);
  });
}

/** The processor time of a program, all its threads together, while something goes on. */
async function cpuOf(child: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const before = ticksOf(child);
  await work();
  return (ticksOf(child) - before) * 10;
}

/** In hundredths of a second, as Linux counts. */
function ticksOf({ pid }: ChildProcess): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
