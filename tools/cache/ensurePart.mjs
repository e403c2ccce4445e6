import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './cleanup.mjs';
import { findDamage, writeManifest } from './manifest.mjs';
import { removeIfNoFolder, removeTree } from './removeTree.mjs';
import { logFileOf, sweepLeftovers, sweepLogs } from './sweep.mjs';

/**
 * A heavy thing that is made once and kept. `recipe` is everything its content depends on: another recipe is another
 * folder. `make` fills the given empty folder, logging to the given file; it throws if it cannot.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title  what a person calls it, as in "the cached VS Code"
 * @property {readonly string[]} recipe
 * @property {readonly string[]} programs  the files in it that are run first; their content is checked at every use
 * @property {(dir: string, logFile: string) => Promise<void>} make
 */

/** @typedef {{ root: string, progress: import('./progress.mjs').Progress }} Cache */

/**
 * Returns the folder of a whole part, making it first if it is absent or damaged.
 * The folder appears under its name only when complete; of two makers at the same time the first to finish wins.
 * @param {Part} part
 * @param {Cache} cache
 * @returns {Promise<string>}
 */
export async function ensurePart(part, { root, progress }) {
  const dir = partDir(part, root);
  sweepLeftovers(root);
  if (existsSync(dir)) {
    const damage = findDamage(dir, part.programs);
    if (!damage) return dir;
    progress.say(`the cached ${part.title} is damaged (${damage}): making it again`);
  }
  const making = temporaryDir(root, part.name);
  const logFile = logFileOf(root, part.name);
  removeIfNoFolder(join(root, 'logs'));
  sweepLogs(root, part.name);
  mkdirSync(making, { recursive: true });
  const forget = atExit(() => {
    for (const path of [making, logFile]) rmSync(path, { recursive: true, force: true });
  });
  try {
    await progress.step(`Getting ${part.title} from npm`, () => part.make(making, logFile));
    writeManifest(making, part.programs);
    place(making, dir, { aside: temporaryDir(root, part.name), programs: part.programs });
    rmSync(logFile, { force: true });
  } finally {
    rmSync(making, { recursive: true, force: true });
    forget();
  }
  return dir;
}

/**
 * @param {Part} part
 * @param {string} root
 */
function partDir(part, root) {
  const key = createHash('sha256').update(JSON.stringify(part.recipe)).digest('hex').slice(0, 12);
  return join(root, `${part.name}-${key}`);
}

/**
 * @param {string} root
 * @param {string} name
 */
function temporaryDir(root, name) {
  return join(root, `.making-${name}-${process.pid}-${randomBytes(4).toString('hex')}`);
}

/**
 * @param {string} making
 * @param {string} dir
 * @param {{ aside: string, programs: readonly string[] }} options
 */
function place(making, dir, { aside, programs }) {
  for (;;) {
    if (existsSync(dir)) {
      if (!findDamage(dir, programs)) return;
      renameUnless(['ENOENT'], dir, aside);
      removeTree(aside);
    }
    if (renameUnless(['ENOTEMPTY', 'EEXIST', 'ENOTDIR'], making, dir)) return;
  }
}

/**
 * Renames and says whether it did; the given codes mean that another process was faster.
 * @param {readonly string[]} codes
 * @param {string} from
 * @param {string} to
 */
function renameUnless(codes, from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (codes.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false;
    throw error;
  }
}
