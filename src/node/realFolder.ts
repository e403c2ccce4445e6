import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The real path of a folder as a person names it, seen from `cwd`; `undefined` where there is none. */
export function realFolder(cwd: string, name: string): string | undefined {
  try {
    const path = realpathSync(resolve(cwd, name));
    return statSync(path).isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}
