import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCloneLock } from './cloneLock.mjs';
import { npmCi } from './npm.mjs';
import { removeIfNoFolder } from './removeTree.mjs';
import { logFileOf, sweepLogs } from './sweep.mjs';

const stampName = '.beckon-lock';

/**
 * Makes `node_modules` what package-lock.json says, and does nothing if it already is. The stamp that says so is
 * written last, so an install that was cut off is done again.
 * @param {string} clone
 * @param {string} root
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureNodeModules(clone, root, progress) {
  const modules = join(clone, 'node_modules');
  const stamp = join(modules, stampName);
  const lockHash = createHash('sha256')
    .update(readFileSync(join(clone, 'package-lock.json')))
    .digest('hex');
  if (isCurrent(clone, stamp, lockHash)) return;
  await withCloneLock({ clone, root, progress }, async () => {
    // `npm start` and `npm test` in two terminals of a fresh clone: the second finds the work of the first.
    if (!isCurrent(clone, stamp, lockHash)) await install({ clone, stamp, lockHash, root, progress });
  });
}

/**
 * @param {{ clone: string, stamp: string, lockHash: string, root: string, progress: import('./progress.mjs').Progress }} options
 */
async function install({ clone, stamp, lockHash, root, progress }) {
  const logFile = logFileOf(root, 'tools');
  removeIfNoFolder(join(root, 'logs'));
  sweepLogs(root, 'tools');
  rmSync(stamp, { force: true });
  await progress.step('Installing the development tools from npm', () =>
    npmCi({
      cwd: clone,
      logFile,
      dev: true,
      failure: 'The development tools could not be installed from npm',
    }),
  );
  writeFileSync(stamp, lockHash);
  rmSync(logFile, { force: true });
}

/**
 * @param {string} clone
 * @param {string} stamp
 * @param {string} lockHash
 */
function isCurrent(clone, stamp, lockHash) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) return false;
  const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return wanted.every((name) => existsSync(join(clone, 'node_modules', name, 'package.json')));
}
