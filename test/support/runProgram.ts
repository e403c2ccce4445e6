import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { hangMs } from './hangMs.ts';

/** The repository. */
export const repository = join(import.meta.dirname, '../..');

/** The Node the person has, which the bundles must run on; the tests themselves run on a newer one. */
export const ownNode = process.env.BECKON_OUTER_NODE ?? process.execPath;

/** What came of a program that ran to its end. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a program is fed and bounded. */
export interface Feeding {
  readonly input?: string | Uint8Array;
  /** Leaves standard input open, as a parent that forgot about it. */
  readonly keepOpen?: boolean;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take, where that is not what a test may take. */
  readonly withinMs?: number;
}

/** Runs a program to its end. One that does not end in its time is killed, and its code is `null`. */
export function runProgram(command: string, args: readonly string[], feeding: Feeding = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: feeding.cwd ?? repository,
      env: { PATH: process.env.PATH, ...feeding.env },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), feeding.withinMs ?? hangMs);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      err += chunk;
    });
    // A program that ends before it read everything breaks the pipe; that is its right.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
    if (feeding.input !== undefined) {
      child.stdin.write(feeding.input);
    }
    if (!feeding.keepOpen) {
      child.stdin.end();
    }
  });
}
