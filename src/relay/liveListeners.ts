import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Discovery, parseDiscovery } from '../core/wire/discovery.ts';

/** The listeners whose discovery files are whole and whose processes live; none where nothing can be read. */
export async function liveListeners(home: string): Promise<Discovery[]> {
  const folder = join(home, 'windows');
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => !name.startsWith('.'))
    .map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).flatMap((text) => {
    const listener = parseDiscovery(text);
    return listener && isAlive(listener.pid) ? [listener] : [];
  });
}

/** A process of another person is not the one that wrote the file either. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
