import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../privateFolder.ts';

/** How often hooks may keep an agent from ending one turn: then the turn ends, whatever they say. */
export const mostStops = 3;

/** How often hooks have kept an agent from ending its turn. */
export class StopCount {
  readonly #folder: string;
  readonly #file: string;

  constructor(home: string, session: string) {
    this.#folder = join(home, 'stops');
    this.#file = join(this.#folder, createHash('sha256').update(session).digest('hex').slice(0, 32));
  }

  /** How often so far. What cannot be read counts as never. */
  async read(): Promise<number> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return /^\d{1,3}$/u.test(text) ? Number(text) : 0;
  }

  /** Remembers how often. Where that fails the agent must not be kept for ever: `false`. */
  async write(times: number): Promise<boolean> {
    try {
      if (times === 0) {
        await rm(this.#file, { force: true });
      } else {
        privateFolder(this.#folder);
        await writeFile(this.#file, String(times), { mode: 0o600 });
      }
      return true;
    } catch {
      return false;
    }
  }
}
