import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './isAlive.mjs';
import { removeTree } from './removeTree.mjs';

/**
 * Where the work on a part, or on the development tools, is logged; the process is in the name, so that two at the
 * same time do not write into one file.
 * @param {string} root
 * @param {string} name
 * @param {number} [pid]
 */
export function logFileOf(root, name, pid = process.pid) {
  return join(root, 'logs', `${name}-${pid}.log`);
}

/**
 * Removes what makers left that were killed: the half-made folder and its log. The log of a maker that failed stays,
 * because its path was told to the person.
 * @param {string} root
 */
export function sweepLeftovers(root) {
  for (const name of namesIn(root)) {
    const [, part = '', pid] = /^\.making-(.+)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    removeTree(join(root, name));
    removeTree(logFileOf(root, part, Number(pid)));
  }
}

/**
 * Removes the logs of earlier attempts at the same thing; a new attempt is about to say the same or better.
 * @param {string} root
 * @param {string} name
 */
export function sweepLogs(root, name) {
  for (const log of namesIn(join(root, 'logs'))) {
    const pid = log.startsWith(`${name}-`) ? Number(/^(\d+)\.log$/.exec(log.slice(name.length + 1))?.[1]) : 0;
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(join(root, 'logs', log), { force: true });
  }
}

/**
 * @param {string} dir
 */
function namesIn(dir) {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
