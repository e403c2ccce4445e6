import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Discovery, parseDiscovery } from '../core/wire/discovery.ts';

/** A listener, and whether it is still there. */
export interface LiveListener extends Discovery {
  readonly isThere: () => boolean;
}

/** The listeners whose discovery files are whole and whose processes live; none where nothing can be read. */
export async function liveListeners(home: string): Promise<LiveListener[]> {
  const folder = join(home, 'windows');
  const names = await readdir(folder).catch(() => []);
  const found = names
    .filter((name) => !name.startsWith('.'))
    .map(async (name) => {
      const file = join(folder, name);
      // Whatever else lies there, a pipe say, is not read: it might never end.
      const isFile = (await stat(file).catch(() => undefined))?.isFile();
      const listener = isFile ? parseDiscovery(await readFile(file, 'utf8').catch(() => '')) : undefined;
      const isThere = () => existsSync(file) && listener !== undefined && isAlive(listener.pid);
      return listener && isAlive(listener.pid) ? [{ ...listener, isThere }] : [];
    });
  return (await Promise.all(found)).flat();
}

/** A process of another person is not the one that wrote the file either. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
