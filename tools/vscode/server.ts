import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from '../cache/cleanup.mjs';
import { endGroup } from '../cache/runLogged.mjs';
import { UserError } from '../cache/userError.mjs';
import { serverMain } from './vscodePart.ts';

/** What a server is started with. `port` 0 lets the system choose. */
export interface ServerOptions {
  readonly vscode: string;
  readonly runDir: string;
  readonly dataDir: string;
  readonly extensionsDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly args?: readonly string[];
  /** What Node.js itself is started with; extension hosts get it too. */
  readonly nodeArgs?: readonly string[];
}

/** A running VS Code server on loopback. `ended` resolves when it is gone, asked or not. */
export interface RunningServer {
  readonly authority: string;
  readonly token: string;
  readonly ended: Promise<void>;
  readonly logTail: () => string;
  stop(): Promise<void>;
}

const startLimitMs = 60_000;
const stopLimitMs = 5_000;

/** Starts VS Code's server and resolves when it listens. It and its extension hosts end with this process. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  mkdirSync(options.runDir, { recursive: true });
  const token = randomBytes(24).toString('hex');
  const tokenFile = join(options.runDir, 'connection-token');
  // A file and not an argument: everybody on the machine can read the arguments of a process.
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const logFile = join(options.runDir, 'server.log');
  const log = openSync(logFile, 'w');
  const args = [serverMain(options.vscode), ...commonArgs(options), '--connection-token-file', tokenFile];
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), ...args, ...(options.args ?? [])], {
    env: options.env,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const forget = atExit(() => endGroup(child.pid, 'SIGKILL'));
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  const logTail = () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  const port = await listeningPort(child, logFile, logTail);
  return {
    authority: `127.0.0.1:${port}`,
    token,
    ended,
    logTail,
    stop: async () => {
      endGroup(child.pid, 'SIGTERM');
      await Promise.race([ended, delay(stopLimitMs, undefined, { ref: false })]);
      // The extension hosts are in the same group and may outlive the server by a moment.
      endGroup(child.pid, 'SIGKILL');
      forget();
    },
  };
}

function commonArgs({ dataDir, runDir, extensionsDir, port }: ServerOptions): readonly string[] {
  return [
    ...[
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--accept-server-license-terms',
      '--disable-telemetry',
    ],
    ...['--user-data-dir', dataDir, '--server-data-dir', join(runDir, 'server-data')],
    ...['--extensions-dir', extensionsDir, '--force-disable-user-env', '--disable-experiments'],
  ];
}

async function listeningPort(child: ChildProcess, logFile: string, logTail: () => string): Promise<number> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const line = /^Extension host agent listening on (\d+)$/m.exec(readFileSync(logFile, 'utf8'));
    if (line) return Number(line[1]);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new UserError(`VS Code's server ended before it was up:\n${logTail()}`);
    }
    await delay(30);
  }
  throw new UserError(`VS Code's server was not up after ${startLimitMs / 1000} s:\n${logTail()}`);
}
