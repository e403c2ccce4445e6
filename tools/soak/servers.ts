import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** What `beckon serve` says of an agent. */
export interface SoakRow {
  readonly agent: string;
  readonly state: string;
  readonly detail?: string;
}

/** A `beckon serve` and what it shows. */
export class SoakServer {
  readonly rows = new Map<string, SoakRow>();
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const row = JSON.parse(line) as SoakRow;
        this.rows.set(row.agent, row);
      });
    }
  }

  /** Starts one; resolves when relays can find it. */
  static async start(node: string, program: string, env: NodeJS.ProcessEnv): Promise<SoakServer> {
    const child = spawn(node, [program, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const server = new SoakServer(child);
    await once(child.stderr, 'data');
    child.stderr.resume();
    return server;
  }

  /** How much memory it uses, in megabytes; `undefined` where the system does not tell. */
  megabytes(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Math.round(Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1024);
    } catch {
      return undefined;
    }
  }

  /** Ends it, by default as a crash does. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill(signal);
    await ended;
  }
}
