import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The sha256 of a file, read piece by piece: the browser has two hundred megabytes.
 * @param {string} path
 */
export function fileSum(path) {
  const sum = createHash('sha256');
  const piece = Buffer.allocUnsafe(4 * 1024 * 1024);
  const file = openSync(path, 'r');
  try {
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece))
      sum.update(piece.subarray(0, size));
  } finally {
    closeSync(file);
  }
  return sum.digest('hex');
}
