import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from './userError.mjs';

/**
 * The folder outside the clone where the heavy parts are kept, made if absent and known to be writable.
 * Order: `BECKON_CACHE`, `XDG_CACHE_HOME/beckon-dev`, `~/.cache/beckon-dev`.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function cacheRoot(env = process.env) {
  const root = chosen(env);
  const probe = join(root, `.probe-${process.pid}`);
  try {
    mkdirSync(root, { recursive: true });
    // access() says yes to root on a read-only disk; only writing tells.
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const why = /** @type {NodeJS.ErrnoException} */ (error).code ?? String(error);
    throw new UserError(
      `The cache folder ${root} cannot be written (${why}): set BECKON_CACHE to a folder that can, with about 2 GB free.`,
    );
  }
  return root;
}

/**
 * @param {NodeJS.ProcessEnv} env
 */
function chosen(env) {
  if (env.BECKON_CACHE) return resolve(env.BECKON_CACHE);
  if (env.XDG_CACHE_HOME) return resolve(env.XDG_CACHE_HOME, 'beckon-dev');
  const home = env.HOME || env.USERPROFILE;
  if (!home) {
    throw new UserError(
      'HOME is not set, so there is no place for the cache: set HOME, or BECKON_CACHE to a folder.',
    );
  }
  return resolve(home, '.cache', 'beckon-dev');
}
