import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Progress } from '../../../tools/cache/progress.mjs';

/** The root of the clone. */
export const root: string = join(import.meta.dirname, '..', '..', '..');

/** What a process said and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new empty folder that is gone after the test; inside the clone if the test needs its node_modules. */
export function temporaryDir(where: 'system' | 'clone' = 'system'): string {
  const parent = where === 'clone' ? join(root, 'out') : tmpdir();
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'beckon-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs a program to its end; variables set to undefined are taken away. */
export function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = root,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs the door of the npm scripts on the Node a person has. */
export function bootstrap(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  return run(node, [join(root, 'tools', 'bootstrap.mjs'), ...args], env);
}

/**
 * A clone that has the door of the npm scripts and, behind it, one command of ours. Its development tools count as
 * installed. `name` is what its folder is called.
 */
export function fakeClone(
  command: string,
  script: string,
  name = 'clone',
): { readonly dir: string; bootstrap(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> } {
  const dir = join(temporaryDir(), name);
  for (const part of ['bootstrap.mjs', 'options.mjs', 'cache', 'parts'])
    cpSync(join(root, 'tools', part), join(dir, 'tools', part), { recursive: true });
  writeFileSync(join(dir, 'tools', `${command}.ts`), script);
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(dir, file), '{}');
  mkdirSync(join(dir, 'node_modules'));
  writeFileSync(join(dir, 'node_modules', '.beckon-lock'), createHash('sha256').update('{}').digest('hex'));
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  return {
    dir,
    bootstrap: (args, env) => run(node, [join(dir, 'tools', 'bootstrap.mjs'), ...args], env, dir),
  };
}

/** A progress whose lines end up in a list. */
export function recordedProgress(): { progress: Progress; lines: string[] } {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text.trim()) };
  return { progress: new Progress(stream), lines };
}
