import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

/**
 * Runs `work` while no other command of the same clone installs, builds, packages or prepares the demo. It must not be
 * asked for again inside of `work`.
 * @template T
 * @param {{ clone: string, root: string, progress: import('./lock.mjs').Sayer }} where
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function withCloneLock({ clone, root, progress }, work) {
  const key = createHash('sha256').update(realpathSync(clone)).digest('hex').slice(0, 12);
  return withLock(join(root, 'locks', key), progress, work);
}
