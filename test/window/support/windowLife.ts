import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Discovery, parseDiscovery } from '../../../src/core/wire/discovery.ts';
import type { Cage } from '../../agents/support/cage.ts';
import { until } from '../../agents/support/until.ts';

/** How long VS Code may take to come up on a machine that has other work. */
const startMs = 60_000;

/** How the product in one window comes and goes, as its discovery file tells. */
export interface WindowLife {
  /** Does what starts the product, and waits until it listens. */
  begin(start: () => Promise<unknown>): Promise<void>;
  /** Does what ends the product, and waits until its file is gone. */
  end(stop: () => Promise<unknown>): Promise<void>;
  /** Kills an extension host that lives on without a page, and removes its file: VS Code would keep it for hours. */
  kill(): void;
}

/** The life of the product in a window on this folder. Another window on it must not start at the same time. */
export function windowLife(cage: Cage, folder: string): WindowLife {
  let own = '';
  return {
    begin: async (start) => {
      const known = windowListeners(cage);
      await start();
      own = await until(
        `the product in the window on ${folder}`,
        () =>
          [...windowListeners(cage)].find(
            ([name, { folders }]) => !known.has(name) && folders.includes(folder),
          )?.[0],
        { withinMs: startMs },
      );
    },
    end: async (stop) => {
      await stop();
      await until(`the end of the product in the window on ${folder}`, () => !windowListeners(cage).has(own));
    },
    kill: () => {
      const listener = windowListeners(cage).get(own);
      if (listener) {
        process.kill(listener.pid, 'SIGKILL');
        rmSync(join(cage.beckonHome, 'windows', own));
      }
    },
  };
}

/** The windows that listen, by the name of the discovery file. */
export function windowListeners({ beckonHome }: Cage): ReadonlyMap<string, Discovery> {
  const place = join(beckonHome, 'windows');
  // One that is being written has a dot before its name.
  const names = existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith('.')) : [];
  return new Map(
    names.flatMap((name) => {
      const told = parseDiscovery(textOf(join(place, name)));
      return told?.role === 'window' ? [[name, told] as const] : [];
    }),
  );
}

/** What is in a file that may go away at any moment. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
