import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes a file or folder of ours, folders that may not be read or written included. What still cannot be removed is
 * left: it is in nobody's way, and the next sweep finds it.
 * @param {string} path
 */
export function removeTree(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    try {
      openFolders(path);
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Not ours after all.
    }
  }
}

/**
 * Removes what is at a path where only a folder of ours may be, unless it is one.
 * @param {string} path
 */
export function removeIfNoFolder(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) rmSync(path, { force: true });
}

/**
 * @param {string} path
 */
function openFolders(path) {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) openFolders(join(path, name));
}
