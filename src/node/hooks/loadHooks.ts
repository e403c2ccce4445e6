import type { PlacedHook } from '../../core/hookrun/orderHooks.ts';
import { orderHooks } from '../../core/hookrun/orderHooks.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { isRun, standingOf } from '../../core/hookrun/standing.ts';
import type { Trust } from '../../core/hookrun/trust.ts';
import { consentFor } from '../../core/hookrun/trust.ts';
import type { FoundHook } from './findHooks.ts';
import { findHooks } from './findHooks.ts';
import { folderHash } from './folderHash.ts';
import { readTrust } from './trust.ts';

/** A hook with what became of it. */
export interface LoadedHook extends FoundHook {
  readonly standing: Standing;
  /** The hash of the folder that the person agreed to, where the standing rests on that. */
  readonly agreed?: string;
  /** The folder of the hook that is run in its place. */
  readonly replacedBy?: string;
}

/** Where hooks are looked for. */
export interface HookPlaces {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace?: string;
}

/** How closely folders are compared with what the person agreed to: that takes time, and reads everything in them. */
export type HookCheck = 'all' | 'atRun';

/**
 * The hooks in the order they run, then those that do not. Only a hook that runs can take the place of another: a
 * workspace that nobody trusts must not switch off the person's own guards by their names.
 *
 * With `atRun` a folder is taken to be what the person agreed to until its hook is run; whoever runs it compares.
 */
export async function loadHooks(
  places: HookPlaces,
  check: HookCheck = 'all',
): Promise<readonly LoadedHook[]> {
  const [found, trust] = await Promise.all([findHooks(places), readTrust(places.home)]);
  return standHooks(found, { trust, workspace: places.workspace, check });
}

/** What becomes of hooks that were found where those of one workspace are used, in the order of {@link loadHooks}. */
export async function standHooks(
  found: readonly FoundHook[],
  {
    trust,
    workspace,
    check = 'all',
  }: { readonly trust: Trust; readonly workspace: string | undefined; readonly check?: HookCheck },
): Promise<readonly LoadedHook[]> {
  const names = new Map<string, number>();
  for (const { hook } of found) {
    names.set(hook?.name ?? '', (names.get(hook?.name ?? '') ?? 0) + 1);
  }
  const standing: LoadedHook[] = [];
  // One after the other: a folder may have 32 MB.
  for (const one of found) {
    const consent = consentFor(trust, one.folder);
    // Whether it takes the place of another has to be known before that one is run.
    const now = check === 'all' || (names.get(one.hook?.name ?? '') ?? 0) > 1;
    const isAgreed = one.hook !== undefined && consent?.allowed === true;
    const hash = isAgreed && now ? await folderHash(one.folder) : isAgreed ? consent.hash : undefined;
    const of = standingOf(one, { trust, workspace, hash });
    const rests = of === 'approves' || (of === 'runs' && one.scope === 'project');
    standing.push({ ...one, standing: of, ...(rests && consent ? { agreed: consent.hash } : {}) });
  }
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
