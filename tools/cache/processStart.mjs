import { readFileSync } from 'node:fs';

/**
 * When a process began, as a word that no later process of the same id shares, or undefined where the system does not
 * tell. Linux counts in ticks since it was started.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain anything, so the fields are counted behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
