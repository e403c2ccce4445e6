import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a Beckon home, by folder, that an install or uninstall makes for a moment; one that is killed leaves them. */
export const unfinishedFiles: Readonly<Record<string, RegExp>> = {
  '.': /^installs\.lock(?:\.breaking)?\.[0-9a-f]{24}$|^\.[0-9a-f-]{36}$/u,
  installs: /^\.[0-9a-f]{64}\.beckon-[0-9a-f]{12}$/u,
  bin: /^\.[0-9a-f-]{36}$/u,
  lib: /^\.[0-9a-f-]{36}$/u,
  waits: /^\.[0-9a-f-]{36}$/u,
  env: /^\.[0-9a-f-]{36}$/u,
};

/** Nobody who lives takes so long to finish one. */
const unfinishedMs = 60_000;

/** Removes the unfinished files of a Beckon home whose makers must be dead by `now`. Never throws. */
export async function sweepUnfinished(home: string, now: number): Promise<void> {
  for (const [folder, names] of Object.entries(unfinishedFiles)) {
    const found = await readdir(join(home, folder)).catch(() => []);
    for (const name of found.filter((one) => names.test(one))) {
      const path = join(home, folder, name);
      const made = await stat(path).catch(() => undefined);
      if (made?.isFile() && now - made.mtimeMs > unfinishedMs) {
        await rm(path, { force: true }).catch(() => {});
      }
    }
  }
}
