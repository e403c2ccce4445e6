import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import type { HubOptions } from '../../../src/node/hub/hubOptions.ts';
import { Spool } from '../../../src/node/listener/spool.ts';
import { parrotHere } from '../../programs/parrot/here.ts';
import { holdClock } from '../../support/heldClock.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';
import { until } from '../programs/claudeCode/support.ts';

let root: string;
const hubs: AgentHub[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-hidden-'));
});

afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.dispose()));
  rmSync(root, { recursive: true, force: true });
});

async function open(options: Partial<HubOptions> = {}): Promise<AgentHub> {
  const hub = new AgentHub(hubOptions(root, { programs: [parrotHere], ...options }));
  hubs.push(hub);
  await hub.start();
  return hub;
}

const head = (id = 'r1') => wireHead({ program: 'parrot', event: 'begs', id, at: Date.now(), waits: true });
const body = JSON.stringify({ bird: 's1', wants: 'a seed' });

/** Begs every window, as a relay does. */
function beg(id?: string): RawConnection[] {
  const windows = readdirSync(join(root, 'windows'));
  const doors = windows.map((name) => parseDiscovery(readFileSync(join(root, 'windows', name), 'utf8')));
  return doors.flatMap((door) =>
    door ? [new RawConnection(door.port, relayRequest(door, head(id), body))] : [],
  );
}

/** Keeps the request, as a relay does that ends without a word from whoever held it. */
const keep = (id?: string) => new Spool(root).put({ ...head(id), waits: false }, body, Date.now());

/** What a window knows of the request: that it waits, that it was left to the terminal, or that it is over. */
function picture(hub: AgentHub): string {
  const [prompt] = hub.keeper.state.agents.get('parrot:s1')?.prompts ?? [];
  return prompt ? (prompt.escalatedAt === undefined ? 'waits' : 'left') : 'none';
}

it('a hidden prompt is left to the terminal when its window can ask nobody any more', async () => {
  const hub = await open();
  const [relay] = beg();
  await until(() => picture(hub), 'waits');
  await until(() => hub.isHeld('r1'), true);
  hub.setAsks(false);
  await relay?.end();
  keep();
  hub.catchUp();
  await until(() => picture(hub), 'left');
});

it('a hidden prompt is left to the terminal when the window that held it goes, and the others say so', async () => {
  const hub = await open();
  const others = [await open(), await open()];
  beg();
  await until(() => hubs.map(picture), ['waits', 'waits', 'waits']);
  const holds = () => hubs.find((one) => one.isHeld('r1'));
  await until(() => holds() !== undefined, true);
  await holds()?.dispose();
  keep();
  for (const one of hubs) one.catchUp();
  await until(() => [hub, ...others].filter((one) => picture(one) === 'left').length >= 2, true);
});

it('a hidden prompt is at the terminal where its relay went before it was held: nobody answered it', async () => {
  let canAsk = (_: boolean) => {};
  const hub = await open({ canAsk: () => new Promise((resolve) => (canAsk = resolve)) });
  const [relay] = beg();
  await until(() => picture(hub), 'waits');
  relay?.drop();
  await relay?.end();
  canAsk(true);
  await until(() => picture(hub), 'left');
});

it('a hidden prompt that nobody answered is withdrawn where its relay goes while it is held', async () => {
  const hub = await open();
  const [relay] = beg();
  await until(() => hub.isHeld('r1') && picture(hub), 'waits');
  relay?.drop();
  await until(() => picture(hub), 'none');
});

it('a hidden prompt gives way as soon as a machine that slept is awake', async () => {
  const clock = holdClock();
  const hub = await open();
  const [relay] = beg();
  await clock.until(() => hub.isHeld('r1'));
  vi.setSystemTime(Date.now() + 3_600_000);
  await clock.pass(1000);
  expect(await relay?.end()).toMatch(/^HTTP\/1\.1 102 .*HTTP\/1\.1 204 /su);
  expect(picture(hub)).toBe('left');
});

/** How many prompts the agent has. */
const prompts = (hub: AgentHub) => hub.keeper.state.agents.get('parrot:s1')?.prompts.length;

it('a request that two relays of an agent kept while no window was open is one prompt', async () => {
  for (const id of ['r1', 'r2']) keep(id);
  const hub = await open();
  await until(() => prompts(hub) !== undefined, true);
  expect(prompts(hub)).toBe(1);
});

it('a request that two relays of an agent kept when its window could ask nobody any more is one prompt', async () => {
  const hub = await open();
  const relays = ['r1', 'r2'].flatMap((id) => beg(id));
  await until(() => hub.isHeld('r1') && picture(hub), 'waits');
  await until(() => relays.every((one) => one.received.includes(' 102 ')), true);
  hub.setAsks(false);
  for (const relay of relays) await relay.end();
  for (const id of ['r1', 'r2']) keep(id);
  hub.catchUp();
  await until(() => picture(hub), 'left');
  expect(prompts(hub)).toBe(1);
});
