import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from './cleanup.mjs';
import { isAlive } from './isAlive.mjs';
import { startTimeOf } from './processStart.mjs';
import { removeIfNoFolder } from './removeTree.mjs';

const pollMs = 50;

/** How old a lock has to be that names nobody: writing the name takes its owner no longer than this. */
const namelessLimitMs = 5_000;

/** @typedef {{ say(sentence: string): void }} Sayer */

/**
 * Runs `work` while no other process runs work under the same lock file. A lock whose owner is no longer alive, or
 * that has named nobody for some seconds, is taken over; having to wait is said once.
 * @template T
 * @param {string} file
 * @param {Sayer} progress
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, progress, work) {
  removeIfNoFolder(dirname(file));
  mkdirSync(dirname(file), { recursive: true });
  const mine = nameOf(process.pid);
  let said = false;
  while (!tryTake(file, mine)) {
    if (takeAway(file)) continue;
    const owner = ownerOf(read(file));
    if (owner && !said) progress.say(`Waiting for another set-up (process ${owner}) …`);
    said ||= owner !== undefined;
    await delay(pollMs);
  }
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
  const forget = atExit(release);
  try {
    return await work();
  } finally {
    release();
    forget();
  }
}

/**
 * @param {string} file
 * @param {string} name
 */
function tryTake(file, name) {
  try {
    writeFileSync(file, name, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    // On a full disk the file is there now, but empty.
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Removes a lock nobody holds and says whether it did. Of several that find it so, only the one that has the guard may
 * remove it, and looks again first: otherwise the second would remove what the first has just taken.
 * @param {string} file
 */
function takeAway(file) {
  if (!isForsaken(file)) return false;
  const guard = `${file}.guard`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    // Held for an instant only, so one that has become old belongs to a process that was killed in that instant.
    if (ageMs(guard) > namelessLimitMs) rmSync(guard, { recursive: true, force: true });
    return false;
  }
  try {
    if (!isForsaken(file)) return false;
    rmSync(file, { recursive: true, force: true });
    return true;
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 */
function isForsaken(file) {
  const name = read(file);
  const owner = ownerOf(name);
  if (owner === undefined) return ageMs(file) > namelessLimitMs;
  return !isAlive(owner) || nameOf(owner) !== name;
}

/**
 * What a process writes into its lock: its id, and where the system tells it the moment it began, since ids are used
 * again.
 * @param {number} pid
 */
function nameOf(pid) {
  return `${pid} ${startTimeOf(pid) ?? '-'}`;
}

/**
 * The process a lock names, or undefined if it is empty, cut off or of an older kind.
 * @param {string | undefined} name
 */
function ownerOf(name) {
  const pid = /^([1-9]\d*) (?:\d+|-)$/.exec(name ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/**
 * @param {string} file
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * How long ago a file was written; a clock that was set back makes it negative, which counts the same.
 * @param {string} file
 */
function ageMs(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? Math.abs(Date.now() - stat.mtimeMs) : 0;
}
