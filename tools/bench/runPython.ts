import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atExit } from '../cache/cleanup.mjs';
import { UserError } from '../cache/userError.mjs';

/** Runs a script of this folder with an order as JSON, and reads the JSON it prints. */
export async function runPython<Result>(script: string, order: object, failed: string): Promise<Result> {
  const child = spawn('python3', [join(import.meta.dirname, script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  atExit(() => child.kill('SIGTERM'));
  child.stdin.end(JSON.stringify(order));
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve)),
  ]);
  if (code !== 0) throw new UserError(failed);
  return JSON.parse(output);
}
