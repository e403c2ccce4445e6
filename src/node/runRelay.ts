import { spawn } from 'node:child_process';

/** What a relay is run for. */
export interface RelayCall {
  readonly event: string;
  readonly payload: unknown;
  /** The variables of a program that may have started this one: this relay is none of its own. */
  readonly without: readonly string[];
}

/**
 * Runs a relay as an agent does. Resolves when it is done, with what it said, or with `undefined` when it could not be
 * run. One that waits for an answer is ended with `end`.
 */
export function runRelay(
  relay: string,
  { event, payload, without }: RelayCall,
  end: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const own = Object.entries(process.env).filter(([name]) => !without.includes(name));
    const env = Object.fromEntries(own);
    const child = spawn(relay, [event], { env, stdio: ['pipe', 'pipe', 'ignore'], signal: end });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(said));
    child.stdin.end(JSON.stringify(payload));
  });
}
