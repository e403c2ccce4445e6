import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { askListener } from '../../src/node/listener/askListener.ts';
import { DiscoveryFiles } from '../../src/node/listener/discoveryFiles.ts';
import { until } from '../../test/agents/support/until.ts';
import { atExit } from '../cache/cleanup.mjs';
import { cloneRoot } from '../command.ts';
import { Inspector } from './inspector.ts';
import { type Entered, PassedFiles, type Work } from './passedFiles.ts';

/** So long that all that is looked at now and then has been looked at. */
const idleMs = 12_000;
/** After this everything that an event starts is over, but nothing that is due later. */
const settleMs = 600;

// What a bundle has in it.
const nodeArgs = [
  '--inspect=127.0.0.1:0',
  '--import',
  'data:text/javascript,globalThis.BECKON_VERSION="0.0.0"',
];
const session = '11111111-2222-4333-8444-555555555555';
const bash = { tool_name: 'Bash', tool_input: { command: 'make' } };

/** One stretch of a path: from the start, or a mark, to the first time that a function is entered. */
interface Stretch {
  readonly name: string;
  readonly from?: string;
  readonly to: Entered;
}

const answered: Entered = { file: 'src/node/listener/waitingRelay.ts', name: 'answer' };
const requestStretches: readonly Stretch[] = [
  {
    name: 'a permission request, until `beckon serve` shows it',
    to: { file: 'src/cli/runServe.ts', name: 'print' },
  },
  { name: 'its answer, until the agent is told', from: 'decide', to: answered },
];
const nudgeStretches: readonly Stretch[] = [
  { name: 'the end of a turn, until the agent is nudged by `beckon run`', to: answered },
];

/**
 * Prints which files of `src` a permission request passes until it is shown and, answered, until the agent is told; and which
 * the end of a turn passes until the agent is told to continue. Counted are files of which a function is entered on the way
 * that does not run while nothing happens. `--functions` names the functions too.
 */
export async function benchPaths(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'beckon-paths-'));
  const forget = atExit(() => rmSync(root, { recursive: true, force: true }));
  const place = new Place(root);
  await place.prepare();
  print('PermissionRequest to its answer', await requestPath(place), requestStretches);
  print('Stop to nudge', await nudgePath(place), nudgeStretches);
  rmSync(root, { recursive: true, force: true });
  forget();
}

async function requestPath(place: Place): Promise<readonly Entered[]> {
  const program = await place.run('serve', '--json');
  const agent = { session, env: { CLAUDE_PID: String(program.pid) } };
  await place.relay(agent, 'UserPromptSubmit', { prompt: 'Make it' });
  let call = 0;
  const entered = await enteredBy(program, {
    act: async (mark) => {
      call += 1;
      const relay = place.relay(agent, 'PermissionRequest', { ...bash, tool_use_id: `t${call}` });
      await delay(settleMs);
      await mark('decide');
      await place.decide(`claude-code:${session}`);
      if (!(await relay).includes('allow')) throw new Error('The request was not answered.');
      await delay(settleMs);
    },
    again: () => place.relay(agent, 'PostToolUse', { ...bash, tool_use_id: `t${call}` }),
  });
  await program.end();
  return entered;
}

async function nudgePath(place: Place): Promise<readonly Entered[]> {
  const program = await place.run('run', 'build');
  const env = await until('the agent of the run', () => place.agentEnv());
  const agent = { session: env.BECKON_AGENT?.replace(/^.*:/u, '') ?? '', env };
  const begin = () => place.relay(agent, 'UserPromptSubmit', { prompt: 'Build it' });
  await place.relay(agent, 'SessionStart', { source: 'startup' });
  await begin();
  const entered = await enteredBy(program, {
    act: async () => {
      const said = await place.relay(agent, 'Stop', { last_assistant_message: 'Half of it is built.' });
      if (!said.includes('block')) throw new Error('The end of the turn was not answered.');
      await delay(settleMs);
    },
    again: begin,
  });
  await program.end();
  return entered;
}

async function enteredBy({ inspector }: Program, { act, again }: Work): Promise<readonly Entered[]> {
  const settled = async () => {
    await again();
    await delay(settleMs);
  };
  return await (await PassedFiles.of(inspector)).during({ act, again: settled }, idleMs);
}

function print(title: string, entered: readonly Entered[], stretches: readonly Stretch[]): void {
  const passed = new Set<string>();
  const lines: string[] = [];
  for (const { name, from, to } of stretches) {
    const start = entered.findIndex((one) => one.name === from);
    const after = entered.slice(start + 1);
    const end = after.findIndex((one) => one.file === to.file && one.name === to.name);
    if ((from !== undefined && start < 0) || end < 0) throw new Error(`No end was seen of ${name}.`);
    lines.push(`  ${name}`);
    const functions = new Map<string, Set<string>>();
    for (const one of after.slice(0, end + 1)) {
      functions.set(one.file, (functions.get(one.file) ?? new Set()).add(one.name));
    }
    for (const [file, names] of functions) {
      const isNew = !passed.has(file);
      passed.add(file);
      const number = isNew ? String(passed.size + 1) : '·';
      const told = process.argv.includes('--functions') ? `  ${[...names].join(' ')}` : '';
      lines.push(`${number.padStart(6)}  ${file.replace(/^src\//u, '')}${told}`);
    }
  }
  process.stdout.write(`${title}: ${passed.size + 1} files\n     1  relay/relay.sh\n${lines.join('\n')}\n`);
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

  constructor(root: string) {
    this.#root = root;
    this.#folder = join(root, 'w');
    this.#home = join(root, '.beckon');
    this.#env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: root, BECKON_HOME: this.#home };
  }

  async prepare(): Promise<void> {
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
  async relay({ session: of, env }: Agent, event: string, fields: object): Promise<string> {
    const path = join(this.#home, 'bin', 'claude-code');
    const child = spawn(path, [event], { cwd: this.#folder, env: { ...this.#env, ...env } });
    const transcript_path = join(this.#root, 'transcript.jsonl');
    const head = { session_id: of, cwd: this.#folder, transcript_path, hook_event_name: event };
    child.stdin.end(JSON.stringify({ ...head, ...fields }));
    return await text(child.stdout);
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
