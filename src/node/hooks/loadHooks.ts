import type { TriggerId } from '../../core/hookfile/triggers.ts';
import type { PlacedHook } from '../../core/hookrun/orderHooks.ts';
import { orderHooks } from '../../core/hookrun/orderHooks.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { standingOf } from '../../core/hookrun/standing.ts';
import type { FoundHook } from './findHooks.ts';
import { findHooks } from './findHooks.ts';
import { folderHash } from './folderHash.ts';
import { readTrust } from './trust.ts';

/** A hook with what became of it. */
export interface LoadedHook extends FoundHook {
  readonly standing: Standing;
  /** The folder of the hook that is run in its place. */
  readonly replacedBy?: string;
}

/** Where hooks are looked for. */
export interface HookPlaces {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace?: string;
}

/**
 * The hooks in the order they run, then those that another one replaced, then those that cannot be read. With a
 * trigger only its hooks: what a person agreed to is compared with what is on disk, which takes time.
 */
export async function loadHooks(places: HookPlaces, trigger?: TriggerId): Promise<readonly LoadedHook[]> {
  const [found, trust] = await Promise.all([findHooks(places), readTrust(places.home)]);
  const readable = found.filter((one): one is FoundHook & PlacedHook => one.hook !== undefined);
  const { order, replaced } = orderHooks(readable);
  const isMeant = ({ hook }: PlacedHook) => trigger === undefined || hook.trigger === trigger;
  const { workspace } = places;
  const loaded = order.filter(isMeant).map(async (one): Promise<LoadedHook> => {
    const hash = await folderHash(one.folder);
    return { ...one, standing: standingOf(one, { trust, workspace, hash }) };
  });
  const rest: readonly LoadedHook[] =
    trigger === undefined
      ? [
          ...replaced.map(({ hook, by }) => ({
            ...hook,
            standing: 'replaced' as const,
            replacedBy: by.folder,
          })),
          ...found
            .filter(({ hook }) => hook === undefined)
            .map((one) => ({ ...one, standing: 'invalid' as const })),
        ]
      : [];
  return [...(await Promise.all(loaded)), ...rest];
}
