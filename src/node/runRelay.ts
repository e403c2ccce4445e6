import { spawn } from 'node:child_process';
import { claudeCodeRelay } from '../core/wire/claudeCodeRelay.ts';
import { callerVariables } from '../core/wire/relayRules.ts';

/**
 * Runs a relay as an agent does. Resolves when it is done, with what it said, or with `undefined` when it could not be
 * run. One that waits for an answer is ended with `end`.
 */
export function runRelay(
  relay: string,
  event: string,
  payload: string,
  end: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Whoever started this program may have been an agent; this relay is none of its own.
    const foreign = callerVariables(claudeCodeRelay);
    const own = Object.entries(process.env).filter(([name]) => !foreign.includes(name));
    const child = spawn(relay, [event], {
      env: Object.fromEntries(own),
      stdio: ['pipe', 'pipe', 'ignore'],
      signal: end,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(said));
    child.stdin.end(payload);
  });
}
