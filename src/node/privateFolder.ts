import { chmodSync, statSync } from 'node:fs';
import { makeFolders } from './makeFolders.ts';

/** Makes a folder that only its owner can look into, with those above it; one that is there is closed to others. */
export function privateFolder(path: string): void {
  makeFolders(path, 0o700);
  if ((statSync(path).mode & 0o077) !== 0 && process.platform !== 'win32') {
    chmodSync(path, 0o700);
  }
}
