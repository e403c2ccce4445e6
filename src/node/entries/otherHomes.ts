import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { relaysRunIn } from '../../core/settings/installEntries.ts';
import type { Wanted } from '../../core/settings/wanted.ts';
import { personHome } from '../beckonHome.ts';

/** Other Beckon homes that are in use and have entries in a settings file. */
export interface OtherHomes {
  /** Their relays, as the file writes them. */
  readonly relays: readonly string[];
  readonly homes: readonly string[];
}

/**
 * Finds the other Beckon homes a settings file serves besides ours: each takes care of its own entries.
 * One whose relay is gone is not in use, and one with another name than usual has to look like a home.
 */
export async function otherHomesIn(
  text: string | undefined,
  wanted: Wanted,
  env: NodeJS.ProcessEnv,
): Promise<OtherHomes> {
  const { relay } = wanted;
  const words = text === undefined ? [] : relaysRunIn(text, wanted);
  const found: { readonly word: string; readonly home: string }[] = [];
  for (const word of words) {
    const path = word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/u, () => personHome(env));
    const home = dirname(dirname(path));
    if (path !== relay && (await isRelay(path)) && (basename(home) === '.beckon' || (await isHome(home)))) {
      found.push({ word, home });
    }
  }
  return { relays: found.map(({ word }) => word), homes: [...new Set(found.map(({ home }) => home))] };
}

function isRelay(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isHome(folder: string): Promise<boolean> {
  return (await stat(join(folder, 'installs')).catch(() => undefined))?.isDirectory() === true;
}
