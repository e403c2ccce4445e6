import type { PlacedHook } from '../../core/hookrun/orderHooks.ts';
import { orderHooks } from '../../core/hookrun/orderHooks.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { isRun, standingOf } from '../../core/hookrun/standing.ts';
import { consentFor } from '../../core/hookrun/trust.ts';
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
 * The hooks in the order they run, then those that do not. Only a hook that runs can take the place of another: a
 * workspace that nobody trusts must not switch off the person's own guards by their names.
 */
export async function loadHooks(places: HookPlaces): Promise<readonly LoadedHook[]> {
  const [found, trust] = await Promise.all([findHooks(places), readTrust(places.home)]);
  const { workspace } = places;
  const standing = await Promise.all(
    found.map(async (one): Promise<LoadedHook> => {
      // Only what a person agreed to is compared with what is on disk: that takes time.
      const isAgreed = consentFor(trust, one.folder)?.allowed === true;
      const hash = one.hook && isAgreed ? await folderHash(one.folder) : undefined;
      return { ...one, standing: standingOf(one, { trust, workspace, hash }) };
    }),
  );
  const isPlaced = (one: LoadedHook): one is LoadedHook & PlacedHook => one.hook !== undefined;
  const { order, replaced } = orderHooks(standing.filter(isPlaced).filter((one) => isRun(one.standing)));
  return [
    ...order,
    ...replaced.map(({ hook, by }) => ({
      ...hook,
      standing: 'replaced' as const,
      replacedBy: by.folder,
    })),
    ...standing.filter((one) => !isRun(one.standing)),
  ];
}
