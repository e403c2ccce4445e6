import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { discoveryText } from '../../src/core/wire/discovery.ts';
import type { RelayRules } from '../../src/core/wire/relayRules.ts';
import { installRelay } from '../../src/node/relayFiles/installRelay.ts';
import { claudeCodeRelay } from './claudeCodeRelay.ts';
import { proof } from './fakeListener.ts';
import { hangMs } from './hangMs.ts';
import { eventually, type Marked, markedProcesses } from './marked.ts';
import { asOrdinaryUser, giveToOrdinaryUser, ownerPid } from './ordinaryUser.ts';
import { patient, type RelayTimes, setRelayTimes } from './relayTimes.ts';
import { ownNode, repository } from './runProgram.ts';

/** The relays that must keep the contract, each fed in each way. */
export const relayCases = (['bash', 'node'] as const).flatMap((kind) =>
  (['socketpair', 'pipe'] as const).map((feed) => ({ kind, feed })),
);

/** One case of each relay: how it is fed matters only to how it reads, which `delivery` and `harmless` look at. */
export const fedOnce = relayCases.filter(({ feed }) => feed === 'socketpair');

/** One row of them. */
export type RelayCase = (typeof relayCases)[number];

/** How a relay is called. */
export interface RelayCall {
  readonly event?: string;
  readonly input?: string | Uint8Array;
  /** The parent never closes the relay's input. */
  readonly keepOpen?: boolean;
  /** The relay is started without an input. */
  readonly closed?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A relay that was started. */
export interface StartedRelay {
  readonly child: ChildProcess;
  /** How it ended; one that hangs is killed, and has no code. */
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
  /** Every process that lives of it, and of the other relays of its home. */
  processes(): Marked[];
  /** Resolves when none of these is left; where one hangs it fails, and ends them. */
  gone(): Promise<void>;
}

/** An installed relay in a home of its own. */
export interface RelayHome {
  readonly home: string;
  at(...path: string[]): string;
  /** Makes a listener known. */
  discover(port: number, more?: Partial<{ name: string; token: string; proof: string; pid: number }>): void;
  start(call?: RelayCall): StartedRelay;
  /** Starts a relay and waits until it has ended and nothing of it is left. */
  run(call?: RelayCall): Promise<{ code: number | null; out: string; err: string }>;
  /** Runs so many relays at once, and waits until nothing of them is left. A shell starts them, which says so if one fails. */
  runMany(count: number): Promise<{ code: number | null; out: string; err: string }>;
  remove(): void;
}

/** What every call that goes well comes to. */
export const silence = { code: 0, out: '', err: '' };
/** What listeners of the tests are known by. */
export const token = 'token-that-nobody-may-see';

/**
 * Installs a relay in a new home, whose path is as inconvenient as paths may be. It has all the time it needs, unless it
 * is told otherwise, and is that of Claude Code.
 */
export async function relayHome(
  { kind, feed }: RelayCase,
  times: RelayTimes = {},
  rules: RelayRules = claudeCodeRelay,
): Promise<RelayHome> {
  const root = mkdtempSync(join(tmpdir(), 'beckon-relay-'));
  const home = join(root, `it's a "home" $x`);
  const dist = (name: string) => join(repository, 'dist', name);
  const { path } = await installRelay({
    home,
    rules,
    version: '0.1.0',
    files: { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') },
    runtimes: [ownNode],
    bash: kind === 'bash' ? (process.env.BECKON_BASH ?? '/bin/bash') : '',
  });
  setRelayTimes({ home, kind, program: rules.program }, { ...patient, ...times });
  mkdirSync(join(home, 'windows'), { mode: 0o700 });
  giveToOrdinaryUser(root);
  const mark = randomUUID();
  const owner = await ownerPid();
  const start = (call: RelayCall = {}) =>
    startCommand(
      [...(call.closed ? closed : []), path, call.event ?? 'PostToolUse'],
      { root, feed, mark, withinMs: relayMs },
      call,
    );
  return {
    home,
    at: (...parts) => join(home, ...parts),
    discover: (port, more) => {
      const details = {
        folders: [],
        terminals: [],
        agents: [],
        starts: [],
        lastFocusedAt: 0,
        focused: false,
        role: 'window',
        asks: true,
        startedAt: 0,
      } as const;
      const { name = 'a', ...other } = more ?? {};
      const file = join(home, 'windows', name);
      writeFileSync(
        file,
        discoveryText({ port, token, proof, pid: owner, protocol: 1, ...details, ...other }),
        { mode: 0o600 },
      );
      giveToOrdinaryUser(join(home, 'windows'));
    },
    start,
    run: async (call) => await endedAndGone(start(call)),
    runMany: async (count) => {
      const command = ['sh', '-c', many, path, String(count)];
      return await endedAndGone(startCommand(command, { root, feed, mark, withinMs: hangMs }, {}));
    },
    remove: () => {
      endAll(markedProcesses(mark));
      chmodSync(home, 0o700);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const closed = ['sh', '-c', 'exec "$0" "$@" <&-'];

const many = `i=0
while [ "$i" -lt "$1" ]; do
  i=$((i + 1))
  { printf '{"n":%s}' "$i" | "$0" PostToolUse || echo "ended with $?"; } &
done
wait`;

async function endedAndGone(relay: StartedRelay): Promise<{ code: number | null; out: string; err: string }> {
  const ended = await relay.ended;
  await relay.gone();
  return ended;
}

/** One relay is gone by itself long before this, whatever its input and the listeners do: that is its contract. */
const relayMs = 10_000;

interface RelayPlace {
  /** How long what is started may take. */
  readonly withinMs: number;
  readonly root: string;
  readonly feed: RelayCase['feed'];
  readonly mark: string;
}

function startCommand(line: readonly string[], place: RelayPlace, call: RelayCall): StartedRelay {
  const { root, feed, mark, withinMs } = place;
  const { input = '{}', keepOpen = false, env = {} } = call;
  const [command, ...args] = asOrdinaryUser(line);
  const pipe = feed === 'pipe' ? openPipe(root) : undefined;
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, BECKON_TEST_MARK: mark, ...env },
    // What Node calls a pipe here is a pair of sockets, as in the agents themselves.
    stdio: [pipe?.readEnd ?? 'pipe', 'pipe', 'pipe'],
  });
  if (pipe) closeSync(pipe.readEnd);
  const toChild: Writable | null = pipe?.writeEnd ?? child.stdin;
  // A relay that ends before it read everything breaks the pipe; that is its right.
  toChild?.on('error', () => {});
  toChild?.write(input);
  if (!keepOpen) toChild?.end();
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const processes = () => markedProcesses(mark);
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      endAll(processes());
    }, withinMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: killed ? null : code, out, err });
    });
  });
  const gone = async () => {
    // Twice in a row: a process that is just becoming another program has no environment to be seen by.
    let unseen = 0;
    const isGone = () => {
      unseen = processes().length === 0 ? unseen + 1 : 0;
      return unseen > 1;
    };
    await eventually('every process of the relay is gone', isGone, withinMs).finally(() => {
      endAll(processes());
      toChild?.destroy();
    });
  };
  return { child, ended, processes, gone };
}

function endAll(processes: readonly Marked[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

/** Both ends of a real pipe. A named one can be opened from here; whoever has it open does not see its name. */
function openPipe(root: string): { readEnd: number; writeEnd: Writable } {
  const path = join(root, randomUUID());
  execFileSync('mkfifo', [path]);
  const both = openSync(path, 'r+');
  const readEnd = openSync(path, 'r');
  const writeEnd = createWriteStream(path);
  writeEnd.once('open', () => closeSync(both)).on('error', () => {});
  return { readEnd, writeEnd };
}
