import { spawn } from 'node:child_process';

/** Runs a relay as an agent does, and says whether it could be run. Resolves when the relay is done. */
export function runRelay(relay: string, event: string, payload: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Whoever started this program may have been an agent; this relay is none of its own.
    const own = Object.entries(process.env).filter(([name]) => !/^CLAUDE|^BECKON_AGENT$/u.test(name));
    const child = spawn(relay, [event], {
      env: Object.fromEntries(own),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(false));
    child.on('exit', () => resolve(true));
    child.stdin.end(payload);
  });
}
