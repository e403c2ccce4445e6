const steps: readonly (readonly [number, string])[] = [
  [24 * 60 * 60_000, 'd'],
  [60 * 60_000, 'h'],
  [60_000, 'm'],
];

const tenSeconds = 10_000;

/**
 * A length of time in its largest whole unit: `now`, `20s`, `4m`, `2h`, `3d`. Seconds go in tens: a row that changes
 * every second cannot be read at leisure.
 */
export function durationText(ms: number): string {
  const step = steps.find(([size]) => ms >= size);
  if (step) {
    return `${Math.floor(ms / step[0])}${step[1]}`;
  }
  return ms < tenSeconds ? 'now' : `${Math.floor(ms / tenSeconds)}0s`;
}

/** How long the text of a length of time that grows stays the same. */
export function durationStands(ms: number): number {
  const [unit] = steps.find(([size]) => ms >= size) ?? [tenSeconds];
  return ms < unit ? unit - ms : unit - (ms % unit);
}
