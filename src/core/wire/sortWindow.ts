/** Something that happened at `at` and arrived at `arrivedAt`, of one conversation. */
export interface Arrival {
  readonly key: string;
  readonly at: number;
  readonly arrivedAt: number;
}

/** How long an event waits for an older one that may still be on its way. */
export const sortWindowMs = 50;

/**
 * Splits what arrived into what may be applied now, oldest first, and what has to wait. An event is due when its
 * window is over; what is older in the same conversation goes before it, also when it arrived after it.
 */
export function sortWindow<T extends Arrival>(
  waiting: readonly T[],
  now: number,
): { readonly due: readonly T[]; readonly rest: readonly T[] } {
  const latest = new Map<string, number>();
  for (const { key, at, arrivedAt } of waiting) {
    if (now - arrivedAt >= sortWindowMs || arrivedAt > now) {
      latest.set(key, Math.max(at, latest.get(key) ?? at));
    }
  }
  const isDue = ({ key, at }: T) => at <= (latest.get(key) ?? Number.NEGATIVE_INFINITY);
  return {
    due: oldestFirst(waiting.filter(isDue), now),
    rest: waiting.filter((one) => !isDue(one)),
  };
}

/** What arrived, in the order it happened; what arrived before the clock was set back happened before the rest. */
export function oldestFirst<T extends Arrival>(arrivals: readonly T[], now: number): readonly T[] {
  const eraOf = ({ arrivedAt }: T) => (arrivedAt > now ? 0 : 1);
  return arrivals.toSorted((a, b) => eraOf(a) - eraOf(b) || a.at - b.at);
}
