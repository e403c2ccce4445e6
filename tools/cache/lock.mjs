import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from './cleanup.mjs';
import { isAlive } from './isAlive.mjs';

/**
 * Runs `work` while no other process runs work under the same lock file. A lock whose owner is no longer alive is
 * taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!tryTake(file)) {
    if (!isAlive(ownerOf(file))) rmSync(file, { force: true });
    else await delay(200);
  }
  const release = () => rmSync(file, { force: true });
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
 */
function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 */
function ownerOf(file) {
  try {
    // Empty for the moment between making the file and writing it: then its owner is at work right now.
    return Number(readFileSync(file, 'utf8') || process.ppid);
  } catch {
    return process.pid;
  }
}
