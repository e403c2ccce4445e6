import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { askListener } from '../../src/node/listener/askListener.ts';
import { DiscoveryFiles } from '../../src/node/listener/discoveryFiles.ts';
import { until } from '../../test/agents/support/until.ts';
import { atExit } from '../cache/cleanup.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { cloneRoot } from '../command.ts';
import { type Entered, enteredDuring } from './enteredDuring.ts';
import { Inspector } from './inspector.ts';
import { relay } from './relay.ts';

/** After this everything that an event starts is over, what the next second does about it too. */
const settleMs = 3000;
/** A bundle would have the version in it. */
const nodeArgs = [
  '--inspect=127.0.0.1:0',
  '--import',
  'data:text/javascript,globalThis.BECKON_VERSION="0.0.0"',
];
const session = '11111111-2222-4333-8444-555555555555';
const bash = { tool_name: 'Bash', tool_input: { command: 'make' } };

/** Every function that `beckon serve` enters at a permission request, and after the mark `decide` at its answer. */
export async function cliRequest(idleMs: number): Promise<readonly Entered[]> {
  const place = await Place.prepare();
  const program = await place.run('serve', '--json');
  const agent = { session, env: { CLAUDE_PID: String(program.pid) } };
  await place.relay(agent, 'UserPromptSubmit', { prompt: 'Make it' });
  await delay(settleMs);
  let call = 0;
  const entered = await enteredDuring(program.inspector, idleMs, {
    act: async (mark) => {
      call += 1;
      const relay = place.relay(agent, 'PermissionRequest', { ...bash, tool_use_id: `t${call}` });
      await delay(settleMs);
      await mark('decide');
      await place.decide(`claude-code:${session}`);
      if (!(await relay).includes('allow')) throw new Error('The request was not answered.');
      await delay(settleMs);
    },
    again: async () => {
      await place.relay(agent, 'PostToolUse', { ...bash, tool_use_id: `t${call}` });
      await delay(settleMs);
    },
  });
  await program.end();
  place.remove();
  return entered;
}

/** Every function that `beckon run` enters at the end of a turn after which it nudges. */
export async function cliStop(idleMs: number): Promise<readonly Entered[]> {
  const place = await Place.prepare();
  const program = await place.run('run', 'build');
  const env = await until('the agent of the run', () => place.agentEnv());
  const agent = { session: env.BECKON_AGENT?.replace(/^.*:/u, '') ?? '', env };
  const begin = () => place.relay(agent, 'UserPromptSubmit', { prompt: 'Build it' });
  await place.relay(agent, 'SessionStart', { source: 'startup' });
  await begin();
  // The relay tells of these behind the agent's back.
  await delay(settleMs);
  const entered = await enteredDuring(program.inspector, idleMs, {
    act: async () => {
      const said = await place.relay(agent, 'Stop', { last_assistant_message: 'Half of it is built.' });
      if (!said.includes('block')) throw new Error('The end of the turn was not answered.');
      await delay(settleMs);
    },
    again: async () => {
      await begin();
      await delay(settleMs);
    },
  });
  await program.end();
  place.remove();
  return entered;
}

/** A running `beckon`. */
interface Program {
  readonly pid: number;
  readonly inspector: Inspector;
  readonly end: () => Promise<void>;
}

interface Agent {
  readonly session: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A home, a workspace with the entries and a runbook, and a `beckon` that is not minified. */
class Place {
  readonly #root: string;
  readonly #folder: string;
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #forget: () => void;

  private constructor() {
    const root = mkdtempSync(join(tmpdir(), 'beckon-paths-'));
    this.#root = root;
    this.#forget = atExit(() => removeTree(root));
    this.#folder = join(root, 'w');
    this.#home = join(root, '.beckon');
    this.#env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: root, BECKON_HOME: this.#home };
  }

  static async prepare(): Promise<Place> {
    const place = new Place();
    await place.#install();
    return place;
  }

  remove(): void {
    removeTree(this.#root);
    this.#forget();
  }

  async #install(): Promise<void> {
    for (const folder of [join(this.#folder, '.agents'), join(this.#root, 'bin'), this.#home]) {
      mkdirSync(folder, { recursive: true });
    }
    const runbook = 'agents: { build: { run: claude, on_idle: { action: nudge, attempts: forever } } }\n';
    writeFileSync(join(this.#folder, '.agents', 'runbook.yaml'), runbook);
    const agent =
      '#!/bin/sh\n[ "$1" != --version ] || { echo "2.1.325 (Claude Code)"; exit; }\nCLAUDE_PID=$$ env >"$HOME/agent.new"\nmv "$HOME/agent.new" "$HOME/agent.env"\nexec sleep 600\n';
    writeFileSync(join(this.#root, 'bin', 'claude'), agent, { mode: 0o755 });
    const install = this.#spawn('dist/beckon.cjs', 'install');
    const [code] = await once(install, 'exit');
    if (code !== 0) throw new Error(`beckon install ended with ${code}.`);
  }

  /** Starts a `beckon` whose inspector is open. */
  async run(...args: readonly string[]): Promise<Program> {
    const child = this.#spawn('src/cli/main.ts', ...args);
    atExit(() => child.kill('SIGKILL'));
    const { pid = 0, stderr } = child;
    let said = '';
    stderr.on('data', (chunk) => {
      said += chunk;
    });
    const url = await until('its inspector', () => /ws:\/\/\S+/u.exec(said)?.[0], { instead: () => said });
    const inspector = await Inspector.open(url);
    await until('its listener', async () => (await new DiscoveryFiles(this.#home).live()).length > 0, {
      instead: () => said,
    });
    const end = async () => {
      inspector.close();
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), delay(5000)]);
      child.kill('SIGKILL');
    };
    return { pid, inspector, end };
  }

  #spawn(program: string, ...args: readonly string[]) {
    return spawn(process.execPath, [...nodeArgs, join(cloneRoot, program), ...args], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Has the relay tell of an event; what it says to the agent. */
  relay({ session: of, env }: Agent, event: string, fields: object): Promise<string> {
    const path = join(this.#home, 'bin', 'claude-code');
    return relay({ path, cwd: this.#folder, session: of, env: { ...this.#env, ...env } }, event, fields);
  }

  /** Answers yes as a window would that has no decision of that name. */
  async decide(target: string): Promise<void> {
    const [listener] = await new DiscoveryFiles(this.#home).live();
    if (!listener) throw new Error('Nothing listens.');
    const body = JSON.stringify({ target, answer: { kind: 'approve' } });
    const { status, body: reason } = await askListener(listener, {
      method: 'POST',
      path: '/v1/decide',
      body,
    });
    if (status !== 200) throw new Error(`The answer was refused: ${status} ${reason}`);
  }

  /** The environment of the agent that a run started, once it has. */
  agentEnv(): Record<string, string> | undefined {
    const file = join(this.#root, 'agent.env');
    if (!existsSync(file)) {
      return undefined;
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    return Object.fromEntries(
      lines.flatMap((line) => {
        const at = line.indexOf('=');
        return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
      }),
    );
  }
}
