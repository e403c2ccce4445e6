import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Standing } from '../../core/hookrun/standing.ts';
import type { HookSurroundings, OtherHook } from '../../core/hookrun/surroundings.ts';
import type { Trust } from '../../core/hookrun/trust.ts';
import type { FoundHook } from './findHooks.ts';
import { findHooks } from './findHooks.ts';
import { standHooks } from './loadHooks.ts';
import { readBounded } from './readBounded.ts';
import { parseStart, prefixBytes } from './readHook.ts';
import { scriptFacts } from './scriptFacts.ts';
import { placedFolder, readTrust } from './trust.ts';

/** Where hooks are looked for: the person's own, and those of some workspaces. */
export interface SurroundingPlaces {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaces: readonly string[];
}

/**
 * What is around a HOOK.md on disk. Never throws: of what cannot be read nothing is said. Of the other hooks only those
 * of the same name are looked at closely, so that a thousand of them cost little more than a list of their folders.
 */
export async function surroundingsOf(path: string, places: SurroundingPlaces): Promise<HookSurroundings> {
  const folder = dirname(path);
  const [script, place, isOdd] = await Promise.all([
    scriptFacts(folder),
    placeOf(path, places).catch(() => undefined),
    isNotUtf8(path),
  ]);
  return {
    folder: basename(folder),
    ...(isOdd ? { notUtf8: true as const } : {}),
    ...(script ? { script } : {}),
    ...(place ?? { others: [] }),
  };
}

async function isNotUtf8(path: string): Promise<boolean> {
  const start = await readBounded(path, prefixBytes).catch(() => undefined);
  return start !== undefined && parseStart(start).problems.some(({ code }) => code === 'hook.not-utf8');
}

type HookPlace = Pick<HookSurroundings, 'scope' | 'standing' | 'others'>;

async function placeOf(
  path: string,
  { home, env, workspaces }: SurroundingPlaces,
): Promise<HookPlace | undefined> {
  const folder = await placedFolder(dirname(path));
  const trust = await readTrust(home);
  // One after the other: each keeps what it read, so that the next need not read it.
  const finds: { readonly workspace?: string; readonly found: readonly FoundHook[] }[] = [];
  for (const workspace of workspaces.length === 0 ? [undefined] : workspaces) {
    const found = await findHooks({ home, env, workspace });
    finds.push({ found, ...(workspace === undefined ? {} : { workspace }) });
  }
  const mine = finds.filter(({ found }) => found.some((one) => one.folder === folder));
  const self = mine[0]?.found.find((one) => one.folder === folder);
  if (!self) {
    return undefined;
  }
  const standings = await Promise.all(
    mine.map(({ found, workspace }) => standingIn(self, { found, trust, workspace })),
  );
  const all = new Map(mine.flatMap(({ found }) => found.map((one) => [one.folder, one])));
  all.delete(folder);
  return {
    scope: self.scope,
    // One of the person's own counts as replaced where that is so in every workspace.
    standing: standings.find((one) => one !== 'replaced') ?? 'replaced',
    others: [...all.values()].flatMap(otherHook),
  };
}

/** The standing of a hook in one workspace, for which only hooks of its name count. */
async function standingIn(
  self: FoundHook,
  ground: {
    readonly found: readonly FoundHook[];
    readonly trust: Trust;
    readonly workspace: string | undefined;
  },
): Promise<Standing> {
  const name = self.hook?.name;
  const same = ground.found.filter(
    (one) => one.folder === self.folder || (name !== undefined && one.hook?.name === name),
  );
  const loaded = await standHooks(same, ground);
  return loaded.find(({ folder }) => folder === self.folder)?.standing ?? 'invalid';
}

function otherHook({ hook, scope, file }: FoundHook): readonly OtherHook[] {
  return hook
    ? [
        {
          name: hook.name,
          trigger: hook.trigger,
          priority: hook.priority,
          scope,
          uri: pathToFileURL(file).href,
        },
      ]
    : [];
}
