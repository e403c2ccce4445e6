import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastHook } from '../../core/view/agentLine.ts';
import { readLogFile } from './hookLog.ts';

const mostOfEach = 1000;

/** What the last hook that ran for each conversation came to, as the logs of the hooks tell. */
export class LastHooks {
  readonly #folder: string;
  readonly #last = new Map<string, LastHook>();
  #stamps: ReadonlyMap<string, string> = new Map();

  constructor(home: string) {
    this.#folder = join(home, 'hooklog');
  }

  /** Of a conversation, as far as was seen last. */
  of(session: string): LastHook | undefined {
    return this.#last.get(session);
  }

  /** Reads the logs that changed since the last look. */
  async look(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const stamps = new Map<string, string>();
    for (const name of names.filter((one) => /^[0-9a-f]+\.jsonl$/u.test(one))) {
      const file = join(this.#folder, name);
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      const stamp = found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
      stamps.set(name, stamp);
      if (stamp !== this.#stamps.get(name)) {
        this.#take(await readLogFile(file, mostOfEach));
      }
    }
    this.#stamps = stamps;
  }

  #take(runs: Awaited<ReturnType<typeof readLogFile>>): void {
    for (const { session, at, name, trigger, outcome, reason } of runs) {
      if (at >= (this.#last.get(session)?.at ?? 0)) {
        const known = {
          ...(name === undefined ? {} : { name }),
          ...(reason === undefined ? {} : { reason }),
        };
        this.#last.set(session, { at, trigger, outcome, ...known });
      }
    }
  }
}
