import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parts = join(dirname(fileURLToPath(import.meta.url)), '..', 'parts');

/**
 * The lockfile that pins a part, as text: a change in it is a change of recipe.
 * @param {string} name
 */
export function partLock(name) {
  return readFileSync(join(parts, name, 'package-lock.json'), 'utf8');
}

/**
 * Puts a part's package.json and lockfile into the folder where it is made.
 * @param {string} name
 * @param {string} dir
 */
export function copyPartPins(name, dir) {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(parts, name, file), join(dir, file));
}
