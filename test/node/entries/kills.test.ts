import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeBeckon } from '../../../src/node/removeBeckon.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

/** Where the process is killed: before or after so many calls of the file system, which then never come back. */
const kill = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, after: false, happened: () => {} }));
const opened = vi.hoisted(() => new Set<promises.FileHandle>());

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  const never = () => {
    kill.happened();
    return new Promise(() => {});
  };
  const mortal =
    (call: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      kill.left -= 1;
      if (kill.left > 0) {
        return call(...args);
      }
      if (kill.left === 0 && kill.after) {
        await call(...args).catch(() => {});
      }
      return never();
    };
  const open: typeof real.open = async (...args) => {
    const handle = await real.open(...args);
    opened.add(handle);
    return handle;
  };
  const calls = Object.entries({ ...real, open }).map(([name, value]) => [
    name,
    typeof value === 'function' ? mortal(value as (...args: unknown[]) => Promise<unknown>) : value,
  ]);
  return Object.fromEntries(calls) as typeof promises;
});

const { installEntriesIn } = await import('../../../src/node/entries/installEntriesIn.ts');
const { uninstallEntriesIn } = await import('../../../src/node/entries/uninstallEntriesIn.ts');

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => {
  kill.left = Number.POSITIVE_INFINITY;
  shop.remove();
});

/** For each of the two settings: 200 kills in all. */
const rounds = 5;
const killsPerRound = 20;
/** About as many calls as the longest of these changes makes. */
const mostCalls = 60;

describe('installs and uninstalls that are killed at any moment', () => {
  it.each([undefined, '{\r\n\t"hooks": { "Stop": [] }\r\n}'])(
    'leave nothing of ours after a last uninstall, with settings %j',
    async (settings) => {
      const random = seeded(20_261_118);
      shop.git(shop.workspace, 'init', '-q');
      for (let round = 0; round < rounds; round += 1) {
        if (settings !== undefined) {
          shop.write(shop.local, settings);
        }
        const before = filesIn(shop.workspace);
        for (let kills = 0; kills < killsPerRound; ) {
          const change = random() < 0.6 ? install : uninstall;
          kills += (await killed(change, 1 + Math.floor(random() * mostCalls), random() < 0.5)) ? 1 : 0;
        }
        expect(await uninstall()).not.toMatchObject({ outcome: 'refused' });
        expect(filesIn(shop.workspace)).toEqual(before);
      }
      expect(await removeBeckon([claudeCodeHere], place().env, () => Promise.resolve())).toEqual([]);
      expect(existsSync(shop.env.BECKON_HOME ?? '')).toBe(false);
    },
  );
});

/** Git is not asked, which takes long: an install then tells it in any case. */
function place() {
  return {
    program: claudeCodeHere,
    scope: 'local',
    workspace: shop.workspace,
    env: { ...shop.env, PATH: '/nowhere' },
  } as const;
}

function install() {
  return installEntriesIn({ ...place(), ensureRelay: async () => {} });
}

function uninstall() {
  return uninstallEntriesIn(place());
}

/** Begins a change, and kills its process at a call; says whether it was not over before that. */
async function killed(change: () => Promise<unknown>, left: number, after: boolean): Promise<boolean> {
  const dead = new Promise<true>((resolve) =>
    Object.assign(kill, { left, after, happened: () => resolve(true) }),
  );
  const wasKilled = await Promise.race([change().then(() => false), dead]);
  kill.left = Number.POSITIVE_INFINITY;
  // Its files are closed, and its locks are those of a process that is no more.
  await Promise.all([...opened].map((handle) => handle.close()));
  opened.clear();
  for (const name of ['installs.lock', 'installs.lock.breaking']) {
    const lock = join(shop.env.BECKON_HOME ?? '', name);
    if (existsSync(lock)) {
      writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/u, '999999999'));
    }
  }
  return wasKilled;
}

function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path, entry.isFile() ? readFileSync(path, 'utf8') : ''];
  });
  return Object.fromEntries(found.toSorted());
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
