import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const keptMs = 24 * 60 * 60 * 1000;

/**
 * Removes what tells of the agents of runs that are forgotten, a day after it was written: an agent whose run was
 * forgotten may end, and its shell say so, when nobody waits for that any more.
 */
export async function sweepEnds(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, id] = /^([a-z0-9-]+)-\d+\.(?:exit|shell)$/u.exec(name) ?? [];
    if (id !== undefined && !existsSync(join(folder, `${id}.json`))) {
      const file = join(folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs >= keptMs) {
        await rm(file, { force: true }).catch(() => {});
      }
    }
  }
}
