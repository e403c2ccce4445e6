const steps: readonly (readonly [number, string])[] = [
  [24 * 60 * 60_000, 'd'],
  [60 * 60_000, 'h'],
  [60_000, 'm'],
];

/**
 * A length of time in its largest whole unit: `now`, `20s`, `4m`, `2h`, `3d`. Seconds go in tens: a row that changes
 * every second cannot be read at leisure.
 */
export function durationText(ms: number): string {
  const step = steps.find(([size]) => ms >= size);
  if (step) {
    return `${Math.floor(ms / step[0])}${step[1]}`;
  }
  return ms < 10_000 ? 'now' : `${Math.floor(ms / 10_000)}0s`;
}
