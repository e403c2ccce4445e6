import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { WireHead } from '../core/wire/wireHead.ts';

/**
 * Lets the engine answer, which then forwards the event itself; `undefined` where it could not. What it said counts
 * only if it ended well.
 */
export function askEngine(home: string, origin: WireHead, body: Buffer): Promise<Buffer | undefined> {
  const { program, event, id, at, ppid } = origin;
  const [command, ...args] = engineOf(home);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, 'agent', 'hook', event], {
      // Its home is that of the relay, whatever the agent has in its environment.
      env: { ...process.env, BECKON_HOME: home, BECKON_RELAY: `${program} ${id} ${at} ${ppid}` },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    process.on('exit', () => child.kill('SIGTERM'));
    child.on('error', () => resolve(undefined));
    child.stdin.on('error', () => {}).end(body);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : undefined));
  });
}

/** Windows starts no scripts without a shell. */
function engineOf(home: string): readonly [string, ...string[]] {
  return process.platform === 'win32'
    ? [process.execPath, join(home, 'lib', 'beckon.cjs')]
    : [join(home, 'bin', 'beckon')];
}
