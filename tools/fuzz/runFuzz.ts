import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseDiscovery } from '../../src/core/wire/discovery.ts';
import { cloneRoot } from '../command.ts';
import { SoakServer } from '../soak/servers.ts';
import { fuzzListener, request, send } from './fuzzListener.ts';
import { fuzzReaders } from './fuzzReaders.ts';
import { Random } from './random.ts';

/** How much is tried. */
export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Texts for each reader. */
  readonly texts: number;
}

/** How long a listener that lives may take to show an event. */
const patienceMs = 20_000;

/** Damages everything that comes from outside; returns a sentence for each thing that did not bear it. */
export async function runFuzz({ seed, requests, texts }: FuzzOptions): Promise<readonly string[]> {
  const random = new Random(seed);
  return [...fuzzReaders(random, texts), ...(await fuzzServe(random, requests))];
}

/** A `beckon serve` that got damaged requests still shows the next agent. */
async function fuzzServe(random: Random, requests: number): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'beckon-fuzz-'));
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  const env = { PATH: process.env.PATH, HOME: home, BECKON_HOME: join(home, 'beckon') };
  const server = await SoakServer.start(node, join(cloneRoot, 'dist', 'beckon.cjs'), env);
  try {
    const windows = join(env.BECKON_HOME, 'windows');
    const [name = ''] = readdirSync(windows);
    const door = parseDiscovery(readFileSync(join(windows, name), 'utf8'));
    if (!door) return ['the listener cannot be found'];
    await fuzzListener(door, random, requests);
    await send(door.port, request(door, requests + 1));
    const isShown = () => server.rows.has(`claude-code:good-${requests + 1}`);
    for (const deadline = Date.now() + patienceMs; !isShown() && Date.now() < deadline; ) await delay(20);
    return isShown() ? [] : ['the listener hears nothing any more'];
  } finally {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}
