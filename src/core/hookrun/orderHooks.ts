import type { Hook } from '../hookfile/hook.ts';
import type { HookScope } from '../hookfile/hookScope.ts';

/** A hook where it lies. */
export interface PlacedHook {
  readonly hook: Hook;
  readonly scope: HookScope;
  /** Its folder. */
  readonly folder: string;
}

/** The hooks in the order they run, and those that another of the same name has replaced. */
export interface OrderedHooks<Placed extends PlacedHook> {
  readonly order: readonly Placed[];
  readonly replaced: readonly { readonly hook: Placed; readonly by: Placed }[];
}

/**
 * Orders hooks. Of two of one name that of the project wins, and of two in one place the first folder. Those that nobody
 * waits for come last. More priority comes first; of equals the person's own, then by the names of the folders.
 */
export function orderHooks<Placed extends PlacedHook>(found: readonly Placed[]): OrderedHooks<Placed> {
  const sorted = [...found].sort(
    (a, b) => rank(a) - rank(b) || (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0),
  );
  const winners = new Map<string, Placed>();
  for (const one of sorted) {
    const before = winners.get(one.hook.name);
    if (!before || (before.scope === 'user' && one.scope === 'project')) {
      winners.set(one.hook.name, one);
    }
  }
  const replaced = sorted.flatMap((hook) => {
    const by = winners.get(hook.hook.name);
    return by && by !== hook ? [{ hook, by }] : [];
  });
  const order = sorted
    .filter((one) => winners.get(one.hook.name) === one)
    .sort((a, b) => Number(a.hook.async) - Number(b.hook.async) || b.hook.priority - a.hook.priority);
  return { order, replaced };
}

function rank({ scope }: PlacedHook): number {
  return scope === 'user' ? 0 : 1;
}
