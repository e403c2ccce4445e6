import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Discovery } from '../../src/core/wire/discovery.ts';
import { parseDiscovery } from '../../src/core/wire/discovery.ts';
import type { Ended } from './runProgram.ts';
import { ownNode, repository, runProgram } from './runProgram.ts';

/** One line of `beckon serve --json`. */
export interface ServeLine {
  readonly at: number;
  readonly agent: string;
  readonly parent?: string;
  readonly state: string;
  readonly urgency: string;
  readonly detail?: string;
  readonly prompt?: { readonly type: string; readonly tool?: string; readonly summary: string };
  readonly decision?: string;
  readonly cwd: string;
  readonly title?: string;
  readonly model?: string;
  readonly context?: { readonly tokens: number; readonly limit?: number };
  readonly costUsd?: number;
  readonly stale?: boolean;
  readonly hook?: { readonly name?: string; readonly outcome: string };
}

/** A person's home with nothing in it, and the command line as it is shipped, unless another is given. */
export class Household {
  readonly #bundle: string;
  readonly root = mkdtempSync(join(tmpdir(), 'beckon-home-'));
  /** What else is in the environment. */
  extra: Readonly<Record<string, string>> = {};
  readonly #serving: Serving[] = [];

  constructor(bundle = join(repository, 'dist/beckon.cjs')) {
    this.#bundle = bundle;
  }

  /** Where Beckon keeps its files. */
  get home(): string {
    return join(this.root, '.beckon');
  }

  /** The environment of everything in it. */
  get env(): Record<string, string> {
    return { HOME: this.root, BECKON_HOME: this.home, ...this.extra };
  }

  /** Runs a command to its end. */
  beckon(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return runProgram(ownNode, [this.#bundle, ...args], {
      input,
      env: { ...this.env, ...env },
      cwd: this.root,
    });
  }

  /** Starts `beckon serve --json`; resolves when it listens. */
  serve(...args: string[]): Promise<Serving> {
    const child = spawn(ownNode, [this.#bundle, 'serve', '--json', ...args], {
      env: { PATH: process.env.PATH, ...this.env },
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return this.served(child);
  }

  /** Waits until a `beckon serve --json` listens; it is ended with the house. */
  protected async served(child: ServingProgram): Promise<Serving> {
    const serving = new Serving(child);
    this.#serving.push(serving);
    await serving.said('listening');
    return serving;
  }

  /** The discovery files that lie there. */
  discoveries(): readonly Discovery[] {
    const folder = join(this.home, 'windows');
    return readdirSync(folder).flatMap((name) => {
      const discovery = parseDiscovery(readFileSync(join(folder, name), 'utf8'));
      return discovery ? [discovery] : [];
    });
  }

  /** Ends what runs, and removes everything. */
  async leave(): Promise<void> {
    await Promise.all(this.#serving.map((serving) => serving.stop()));
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** What a running `beckon serve` is seen by: a child process, or what stands for one. */
export type ServingProgram = Pick<
  ChildProcess,
  'pid' | 'stdout' | 'stderr' | 'exitCode' | 'signalCode' | 'on' | 'once' | 'kill'
>;

/** A running `beckon serve --json`. */
export class Serving {
  readonly lines: ServeLine[] = [];
  /** What it says besides the lines. */
  words = '';
  /** The last line of each agent. */
  readonly latest = new Map<string, ServeLine>();
  readonly #child: ServingProgram;
  readonly #watchers = new Set<() => void>();
  #rest = '';

  constructor(child: ServingProgram) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.words += chunk;
      this.#tell();
    });
    child.on('close', () => this.#tell());
  }

  /** The process. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves when it has said this on standard error. */
  said(text: string): Promise<void> {
    return this.#until(() => this.words.includes(text));
  }

  /** Resolves to the first line, now or later, that is the latest of its agent and fits. */
  async until(fits: (line: ServeLine) => boolean): Promise<ServeLine> {
    let found: ServeLine | undefined;
    await this.#until(() => {
      found = [...this.latest.values()].find(fits);
      return found !== undefined;
    });
    return found as ServeLine;
  }

  /** Asks it to end, and resolves to its exit code. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        resolve(this.#child.exitCode);
        return;
      }
      // Not at its exit: what it said may still be on its way.
      this.#child.once('close', (code) => resolve(code));
      this.#child.kill(signal);
    });
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (holds()) {
          this.#watchers.delete(look);
          resolve();
        } else if (this.#child.exitCode !== null) {
          reject(new Error(`beckon serve ended: ${this.words}`));
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  #read(chunk: string): void {
    const parts = `${this.#rest}${chunk}`.split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = JSON.parse(part) as ServeLine;
      this.lines.push(line);
      this.latest.set(line.agent, line);
    }
    this.#tell();
  }

  #tell(): void {
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }
}
