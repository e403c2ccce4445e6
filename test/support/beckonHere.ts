import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Console, ExitCode } from '../../src/cli/console.ts';
import { installRelay } from '../../src/node/relayFiles/installRelay.ts';
import { claudeCodeRelay } from './claudeCodeRelay.ts';
import { programs } from './programs.ts';
import { type Ended, ownNode, repository } from './runProgram.ts';

// The bundler puts it in; here nothing is bundled.
Object.assign(globalThis, { BECKON_VERSION: '0.1.0' });
// Hooks in the background run in a program of their own, which would have the environment of the tests. Here there is none.
process.argv.length = 1;
const { runBeckon } = await import('../../src/cli/runBeckon.ts');

/** Where a command runs, and what it reads. */
export interface HereCall {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Runs a command of the command line in this process, where a start of Node would cost more than the command. That the
 * shipped program does the same is tested once for each command.
 */
export function beckonHere(args: readonly string[], call: HereCall): Promise<Ended> {
  let [out, err] = ['', ''];
  const console = {
    out: (line: string) => {
      out += `${line}\n`;
    },
    err: (line: string) => {
      err += `${line}\n`;
    },
    stopped: () => new Promise<string>(() => {}),
  };
  return runHere(args, call, console).then((code) => ({ code, out, err }));
}

/** A command that runs in this process until it is asked to end; what a test sees of it is what it sees of a child. */
export class HereProgram extends EventEmitter {
  readonly pid = process.pid;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly signalCode = null;
  exitCode: number | null = null;
  #stop: (signal: string) => void = () => {};

  constructor(args: readonly string[], call: HereCall) {
    super();
    const stopped = new Promise<string>((resolve) => {
      this.#stop = resolve;
    });
    const console = {
      out: (line: string) => void this.stdout.write(`${line}\n`),
      err: (line: string) => void this.stderr.write(`${line}\n`),
      stopped: () => stopped,
    };
    void runHere(args, call, console).then((code) => {
      this.exitCode = code;
      this.emit('exit', code);
      this.emit('close', code);
    });
  }

  /** Asks it to end. */
  kill(signal: string): void {
    this.#stop(signal);
  }
}

async function runHere(
  args: readonly string[],
  { cwd, env, input = '' }: HereCall,
  streams: Pick<Console, 'out' | 'err' | 'stopped'>,
): Promise<ExitCode> {
  const console: Console = {
    ...streams,
    cwd,
    env: { PATH: process.env.PATH, ...env },
    ppid: process.pid,
    programs,
    input: () => Promise.resolve(input),
  };
  try {
    return await runBeckon(args, console, installShipped);
  } catch (error) {
    console.err(`beckon: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** What a bundle finds beside itself. */
async function installShipped(home: string): Promise<void> {
  const dist = (name: string) => join(repository, 'dist', name);
  const files = { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') };
  await installRelay({ home, rules: claudeCodeRelay, version: '0.1.0', files, runtimes: [ownNode] });
}
