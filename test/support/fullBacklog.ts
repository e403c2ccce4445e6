import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A port whose listener is blocked, and whose queue of connections is full: connecting to it hangs. */
export interface FullBacklog {
  readonly port: number;
  stop(): void;
}

const script = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(this.address().port + '\\n');
});`;

/** Starts a listener in another process, stops that process, and connects until it hangs. */
export async function startFullBacklog(): Promise<FullBacklog> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  child.kill('SIGSTOP');
  const sockets: Socket[] = [];
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  };
  for (let hangs = false; !hangs; ) {
    if (sockets.length > 100) throw new Error('The queue of connections does not get full.');
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    sockets.push(socket);
    hangs = await new Promise((resolve) => {
      // This process may itself have been kept from hearing that it connected: it hears of that first.
      const timer = setTimeout(() => setImmediate(() => resolve(socket.connecting)), 400);
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  }
  return { port, stop };
}
