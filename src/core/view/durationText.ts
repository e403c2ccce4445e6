const steps: readonly (readonly [number, string])[] = [
  [24 * 60 * 60_000, 'd'],
  [60 * 60_000, 'h'],
  [60_000, 'm'],
];

/** A length of time in its largest whole unit: `12s`, `4m`, `2h`, `3d`. */
export function durationText(ms: number): string {
  const [size, unit] = steps.find(([step]) => ms >= step) ?? [1000, 's'];
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}
