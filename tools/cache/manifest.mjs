import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const manifestName = '.beckon-part.json';

/** @typedef {[path: string, size: number, mtimeSeconds: number, mode: number]} FileRow */
/** @typedef {[path: string, target: string]} LinkRow */
/** @typedef {{ files: FileRow[], links: LinkRow[] }} Manifest */

/**
 * Writes down every file and link of a finished folder. The manifest's presence is what says the folder is whole.
 * @param {string} dir
 */
export function writeManifest(dir) {
  /** @type {Manifest} */
  const manifest = { files: [], links: [] };
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dir, path).split(sep).join('/');
    if (entry.isSymbolicLink()) manifest.links.push([name, readlinkSync(path)]);
    else if (entry.isFile()) manifest.files.push(fileRow(name, lstatSync(path)));
  }
  writeFileSync(join(dir, manifestName), JSON.stringify(manifest));
}

/**
 * The first difference between a folder and its manifest, in words, or undefined if there is none.
 * Only facts of lstat are compared: reading a gigabyte at every start would take longer than the start.
 * @param {string} dir
 * @returns {string | undefined}
 */
export function findDamage(dir) {
  const manifest = readManifest(dir);
  if (!manifest) return 'its manifest is missing or unreadable';
  for (const row of manifest.files) {
    const stat = lstatSync(join(dir, row[0]), { throwIfNoEntry: false });
    if (!stat) return `${row[0]} is missing`;
    if (!stat.isFile()) return `${row[0]} is not a file any more`;
    const [, size, mtimeSeconds, mode] = fileRow(row[0], stat);
    if (size !== row[1]) return `${row[0]} has ${size} bytes instead of ${row[1]}`;
    if (mode !== row[3]) return `${row[0]} has other permissions`;
    if (mtimeSeconds !== row[2]) return `${row[0]} was changed`;
  }
  for (const [name, target] of manifest.links) {
    const stat = lstatSync(join(dir, name), { throwIfNoEntry: false });
    if (!stat?.isSymbolicLink() || readlinkSync(join(dir, name)) !== target)
      return `${name} is not the link it was`;
  }
  return undefined;
}

/**
 * @param {string} name
 * @param {import('node:fs').Stats} stat
 * @returns {FileRow}
 */
function fileRow(name, stat) {
  // Whole seconds: an archive that carries the cache from machine to machine keeps no more.
  return [name, stat.size, Math.floor(stat.mtimeMs / 1000), stat.mode & 0o777];
}

/**
 * @param {string} dir
 * @returns {Manifest | undefined}
 */
function readManifest(dir) {
  try {
    const manifest = JSON.parse(readFileSync(join(dir, manifestName), 'utf8'));
    const whole = Array.isArray(manifest.files) && Array.isArray(manifest.links) && manifest.files.length > 0;
    return whole ? manifest : undefined;
  } catch {
    return undefined;
  }
}
