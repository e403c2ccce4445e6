import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, and says which were not there, outermost first.
 *
 * One by one: Node's own recursive way tries for ever where a folder that is there takes none in, as in `/proc`.
 */
export function makeFolders(path: string, mode?: number): readonly string[] {
  if (isFolder(path)) {
    return [];
  }
  const above = dirname(path);
  const made = above === path ? [] : makeFolders(above, mode);
  try {
    mkdirSync(path, mode);
    return [...made, path];
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (isFolder(path)) {
      return made;
    }
    throw error;
  }
}

/** The folders that `makeFolders` would make for a path, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const above = dirname(path);
  return isFolder(path) || above === path ? [] : [...missingFolders(above), path];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
