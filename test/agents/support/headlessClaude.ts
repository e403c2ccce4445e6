import { spawn } from 'node:child_process';
import type { Cage } from './cage.ts';
import { claudeProgram } from './programFile.ts';
import { patienceMs } from './until.ts';

/** What a headless Claude Code came to. */
export interface HeadlessEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A Claude Code that answers one prompt and ends. */
export interface HeadlessClaude {
  readonly pid: number | undefined;
  readonly ended: Promise<HeadlessEnd>;
}

/** Starts Claude Code in the cage without a terminal (`-p`). When it takes too long it is killed, and its code is `null`. */
export function startHeadless(
  cage: Cage,
  prompt: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): HeadlessClaude {
  const child = spawn(claudeProgram(), ['-p', prompt, ...args], {
    cwd: cage.workspace,
    env: { ...cage.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 2 * patienceMs);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<HeadlessEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
  return { pid: child.pid, ended };
}
