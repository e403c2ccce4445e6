import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { relayRulesOf } from '../../src/core/event/relayRulesOf.ts';
import { installRelay } from '../../src/node/relayFiles/installRelay.ts';
import { claudeCodeProgram } from '../../src/programs/claudeCode/pure/program.ts';
import { cloneRoot } from '../command.ts';
import { type SoakRow, SoakServer } from './servers.ts';
import { type Expected, SoakAgents } from './soakAgents.ts';

/** How much is to happen. */
export interface SoakOptions {
  readonly agents: number;
  readonly events: number;
  readonly perSecond: number;
  /** After so many events a listener is killed and another one started. */
  readonly killEvery: number;
  readonly say?: (line: string) => void;
}

/** What came of it; everything but `megabytes` is to be zero. */
export interface SoakResult {
  /** A sentence for each agent of which some listener shows something else than it does. */
  readonly wrong: readonly string[];
  /** Events that nobody took. */
  readonly left: readonly string[];
  /** Of the listener that lived through it all: at the first fifth, and at the end. */
  readonly megabytes: readonly (number | undefined)[];
}

/** How long the last events may take to be shown. */
const patienceMs = 45_000;

/** Lets many agents work at once, with the real relay and real listeners, some of which are killed meanwhile. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const home = mkdtempSync(join(tmpdir(), 'beckon-soak-'));
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  const dist = (name: string) => join(cloneRoot, 'dist', name);
  const env = { PATH: process.env.PATH, HOME: home, BECKON_HOME: join(home, 'beckon') };
  const files = { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') };
  const { path } = await installRelay({
    home: env.BECKON_HOME,
    rules: relayRulesOf(claudeCodeProgram),
    version: '0.0.0',
    files,
    runtimes: [node],
  });
  const start = () => SoakServer.start(node, files.cli, env);
  const [steady, mortal] = await Promise.all([start(), start()]);
  const agents = new SoakAgents(path, env);
  const play = new Play(agents, { steady, mortal }, start);
  try {
    const early = await play.run(options);
    const spool = join(env.BECKON_HOME, 'spool');
    const left = () => (existsSync(spool) ? readdirSync(spool) : []);
    const deadline = Date.now() + patienceMs;
    while ((await play.wrong()).length + left().length > 0 && Date.now() < deadline) await delay(100);
    const megabytes = [early, steady.megabytes()];
    return { wrong: await play.wrong(), left: left(), megabytes };
  } finally {
    await play.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The events of a soak, one after the other for each agent. */
class Play {
  readonly #agents: SoakAgents;
  readonly #steady: SoakServer;
  readonly #start: () => Promise<SoakServer>;
  #mortal: Promise<SoakServer>;

  constructor(
    agents: SoakAgents,
    servers: { readonly steady: SoakServer; readonly mortal: SoakServer },
    start: () => Promise<SoakServer>,
  ) {
    this.#agents = agents;
    this.#steady = servers.steady;
    this.#mortal = Promise.resolve(servers.mortal);
    this.#start = start;
  }

  /** Lets it all happen; returns the memory of the steady listener after the first fifth. */
  async run({ agents, events, perSecond, killEvery, say }: SoakOptions): Promise<number | undefined> {
    const lines = Array.from({ length: agents }, () => Promise.resolve());
    const startedAt = Date.now();
    let early: number | undefined;
    for (let count = 0; count < events; count += 1) {
      const at = count % agents;
      const name = `soak-${at}`;
      // An agent does nothing before its last hook has let it go on.
      lines[at] = (lines[at] ?? Promise.resolve()).then(() =>
        count % 50 === 49 ? this.#agents.askInVain(name) : this.#agents.step(name),
      );
      if (count % killEvery === killEvery - 1) this.#mortal = this.#replace(this.#mortal);
      if (count === Math.floor(events / 5)) early = this.#steady.megabytes();
      if (count % 1000 === 999) say?.(`${count + 1} events`);
      await delay(Math.max(0, startedAt + (count * 1000) / perSecond - Date.now()));
    }
    await Promise.all(lines);
    return early;
  }

  /** The agents of which a listener says something else than they do. */
  async wrong(): Promise<readonly string[]> {
    const servers = [this.#steady, await this.#mortal];
    return [...this.#agents.expected].flatMap(([agent, expected]) => {
      if (servers.every((server) => fits(server, agent, expected))) return [];
      const rows = servers.map(({ rows }) => rows.get(`claude-code:${agent}`));
      return [`${agent} is ${wordsOf(expected)}, listeners say ${rows.map(wordsOf).join(' and ')}`];
    });
  }

  async end(): Promise<void> {
    await Promise.all([this.#steady.end('SIGTERM'), (await this.#mortal).end('SIGTERM')]);
  }

  async #replace(former: Promise<SoakServer>): Promise<SoakServer> {
    await (await former).end();
    return await this.#start();
  }
}

function fits({ rows }: SoakServer, agent: string, { state, detail = '' }: Expected): boolean {
  const row = rows.get(`claude-code:${agent}`);
  return row?.state === state && (row.detail ?? '').includes(detail);
}

function wordsOf(row: Pick<SoakRow, 'state' | 'detail'> | undefined): string {
  return row ? [row.state, row.detail].filter(Boolean).join(' ') : 'nothing';
}
