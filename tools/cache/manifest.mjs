import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileSum } from './fileSum.mjs';

const manifestName = '.beckon-part.json';

/** @typedef {[path: string, size: number, mtimeSeconds: number, mode: number]} FileRow */
/** @typedef {[path: string, target: string]} LinkRow */
/** @typedef {{ files: FileRow[], links: LinkRow[], sums: Record<string, string> }} Manifest */

/**
 * Writes down every file and link of a finished folder, and the sha256 of its programs. The manifest's presence is what
 * says the folder is whole, so it is on the disk before the folder gets its name.
 * @param {string} dir
 * @param {readonly string[]} programs
 */
export function writeManifest(dir, programs) {
  /** @type {Manifest} */
  const manifest = { files: [], links: [], sums: {} };
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dir, path).split(sep).join('/');
    if (entry.isSymbolicLink()) manifest.links.push([name, readlinkSync(path)]);
    else if (entry.isFile()) manifest.files.push(fileRow(name, lstatSync(path)));
  }
  for (const name of programs) manifest.sums[name] = fileSum(join(dir, name));
  const file = openSync(join(dir, manifestName), 'w');
  try {
    writeFileSync(file, JSON.stringify(manifest));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * The first difference between a folder and its manifest, in words, or undefined if there is none. It never throws:
 * whatever cannot be read is damage. Only the programs are read, for what they do is worst when they are damaged; of
 * all the rest the facts of lstat are compared, since reading a gigabyte would take longer than the start.
 * @param {string} dir
 * @param {readonly string[]} programs
 * @returns {string | undefined}
 */
export function findDamage(dir, programs) {
  const manifest = readManifest(dir);
  if (!manifest) return 'its manifest is missing or unreadable';
  for (const row of manifest.files) {
    if (typeof row?.[0] !== 'string') return 'its manifest is odd';
    const damage = unreadable(row[0], () => fileDamage(dir, row));
    if (damage) return damage;
  }
  for (const row of manifest.links) {
    if (typeof row?.[0] !== 'string') return 'its manifest is odd';
    const damage = unreadable(row[0], () => linkDamage(dir, row));
    if (damage) return damage;
  }
  for (const name of programs) {
    const sum = manifest.sums?.[name];
    if (sum === undefined) return `its manifest has no sum of ${name}`;
    const damage = unreadable(name, () =>
      fileSum(join(dir, name)) === sum ? undefined : `${name} has other content`,
    );
    if (damage) return damage;
  }
  return undefined;
}

/**
 * @param {string} dir
 * @param {FileRow} row
 */
function fileDamage(dir, row) {
  const stat = lstatSync(join(dir, row[0]), { throwIfNoEntry: false });
  if (!stat) return `${row[0]} is missing`;
  if (!stat.isFile()) return `${row[0]} is not a file any more`;
  const [, size, mtimeSeconds, mode] = fileRow(row[0], stat);
  if (size !== row[1]) return `${row[0]} has ${size} bytes instead of ${row[1]}`;
  if (mode !== row[3]) return `${row[0]} has other permissions`;
  if (mtimeSeconds !== row[2]) return `${row[0]} was changed`;
  return undefined;
}

/**
 * @param {string} dir
 * @param {LinkRow} row
 */
function linkDamage(dir, [name, target]) {
  const stat = lstatSync(join(dir, name), { throwIfNoEntry: false });
  const same = stat?.isSymbolicLink() && readlinkSync(join(dir, name)) === target;
  return same ? undefined : `${name} is not the link it was`;
}

/**
 * @param {string} name
 * @param {() => string | undefined} look
 */
function unreadable(name, look) {
  try {
    return look();
  } catch (error) {
    return `${name} cannot be read (${/** @type {NodeJS.ErrnoException} */ (error).code ?? error})`;
  }
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
