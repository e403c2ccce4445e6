import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AsyncHook } from '../../core/hookrun/asyncHook.ts';
import { spacedJson } from '../../core/hookrun/spacedJson.ts';

/** The words that make this program run hooks that nobody waits for. */
export const asyncHooksWord = 'async-hooks';

/**
 * Starts hooks in a process of their own, which lives on when this one has answered: an agent does not wait for them,
 * and some of them run after it has ended.
 */
export async function startAsyncHooks(hooks: readonly AsyncHook[]): Promise<void> {
  const program = process.argv[1];
  if (program === undefined) {
    return;
  }
  const child = spawn(process.execPath, [program, 'agent', asyncHooksWord], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(spacedJson(hooks));
  await Promise.race([once(child.stdin, 'finish'), once(child.stdin, 'close')]).catch(() => undefined);
  child.unref();
}
