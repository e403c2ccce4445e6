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

const [second, minute] = [1000, 60_000];

/** How far apart the texts are of what is left: a row that changes every second loses the hover that somebody reads. */
function leftStep(ms: number): number {
  return ms > minute ? minute : 5 * second;
}

/** How much time is left, rounded up: `2m`, `20s`, `5s`. */
export function leftText(ms: number): string {
  const step = leftStep(ms);
  const left = Math.ceil(ms / step) * step;
  return step === minute ? `${left / minute}m` : `${left / second}s`;
}

/** How long the text of the time that is left stays the same. */
export function leftStands(ms: number): number {
  const step = leftStep(ms);
  return ms - (Math.ceil(ms / step) - 1) * step;
}

/** How long the text of a length of time that grows stays the same. */
export function durationStands(ms: number): number {
  const [unit] = steps.find(([size]) => ms >= size) ?? [tenSeconds];
  return ms < unit ? unit - ms : unit - (ms % unit);
}
