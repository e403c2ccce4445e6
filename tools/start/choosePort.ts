import { createServer } from 'node:net';
import { UserError } from '../cache/userError.mjs';

const firstPort = 3939;
const portsToTry = 50;

/** The port to listen on: the one asked for, which must be free, or the first free one from 3939 on. */
export async function choosePort(asked: number | undefined): Promise<number> {
  if (asked !== undefined) {
    if (await isFree(asked)) return asked;
    throw new UserError(`Port ${asked} is in use or not allowed: choose another with --port.`);
  }
  for (let port = firstPort; port < firstPort + portsToTry; port++) {
    if (await isFree(port)) return port;
  }
  throw new UserError(
    `No port from ${firstPort} to ${firstPort + portsToTry - 1} is free: choose one with --port.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
