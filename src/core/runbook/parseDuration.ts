const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What a unit is worth, in all its spellings; no unit means seconds. */
const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ...['', 's', 'sec', 'secs', 'second', 'seconds'].map((unit) => [unit, secondMs] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, minuteMs] as const),
  ...['h', 'hr', 'hour', 'hours'].map((unit) => [unit, hourMs] as const),
  ...['d', 'day', 'days'].map((unit) => [unit, dayMs] as const),
]);

/** All spellings of units. */
export const durationUnits: readonly string[] = [...unitMs.keys()].filter((unit) => unit !== '');

/** The longest duration: a timer of 30 days is more likely a slip than a plan. */
export const longestDurationMs = 30 * dayMs;

/** The milliseconds of `30s`, `5 minutes` or `30`, or the half sentence that says what is wrong with it. */
export function parseDuration(text: string): number | { readonly wrong: string } {
  const trimmed = text.trim();
  const [, digits, unit] = /^(\d+)\s*(\p{L}*)$/u.exec(trimmed) ?? [];
  if (digits === undefined || unit === undefined) {
    return { wrong: trimmed === '' ? 'is empty' : 'is not a whole number with a unit' };
  }
  const worth = unitMs.get(unit);
  if (worth === undefined) {
    return { wrong: `has the unit '${unit}', which is none of ms, s, m, h and d` };
  }
  const ms = Number(digits) * worth;
  return ms > longestDurationMs ? { wrong: 'is more than 30 days' } : ms;
}
