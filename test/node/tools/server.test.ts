import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choosePort } from '../../../tools/start/choosePort.ts';
import { type RunningServer, startServer } from '../../../tools/vscode/server.ts';
import { hangMs } from '../../support/hangMs.ts';
import { temporaryDir } from './support.ts';

/** Starts a program in the place of VS Code's server. */
async function startFake(script: string): Promise<{ server: RunningServer; dir: string }> {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'vscode', 'out'), { recursive: true });
  writeFileSync(join(dir, 'vscode', 'out', 'server-main.js'), script);
  const at = (name: string) => join(dir, name);
  const server = await startServer({
    vscode: dir,
    runDir: at('run'),
    dataDir: at('data'),
    extensionsDir: at('extensions'),
    env: process.env,
    port: 0,
  });
  onTestFinished(() => server.stop());
  return { server, dir };
}

const listening = "console.log('Extension host agent listening on 4242');";

/** A server that starts a child, as VS Code starts extension hosts, and writes down both process ids. */
const withChild = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  require('node:fs').writeFileSync(__dirname + '/pids', process.pid + ' ' + child.pid);
  process.on('SIGTERM', () => process.exit(0));
  setInterval(() => {}, 1000);
  ${listening}
`;

function isAlive(pid: number): boolean {
  try {
    // A process that ended but was not waited for still answers; its state tells.
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('The server of VS Code', () => {
  it('is up when it says on which port, and its token is for its owner only', async () => {
    const { server, dir } = await startFake(`${listening} setInterval(() => {}, 1000);`);
    expect(server.authority).toBe('127.0.0.1:4242');
    const tokenFile = join(dir, 'run', 'connection-token');
    expect(readFileSync(tokenFile, 'utf8')).toBe(server.token);
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  });

  it('ends together with what it started', async () => {
    const { server, dir } = await startFake(withChild);
    const pids = readFileSync(join(dir, 'vscode', 'out', 'pids'), 'utf8')
      .split(' ')
      .map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await server.stop();
    await expect.poll(() => pids.map(isAlive), { timeout: hangMs }).toEqual([false, false]);
  });

  it('that ends before it is up is told with the end of its log', async () => {
    await expect(startFake("console.log('no space left'); process.exit(1);")).rejects.toThrow(
      /^VS Code's server ended before it was up:\nno space left$/,
    );
  });

  it('does not take a port that somebody else has', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as { port: number };
    await expect(choosePort(port)).rejects.toThrow(`Port ${port} is in use`);
  });
});
