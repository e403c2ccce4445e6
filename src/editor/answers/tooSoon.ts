/** Longer than between the two clicks of a double click, and shorter than anybody reads. */
const readMs = 400;

/** Whether nobody can have read what was shown at `at` on the clock of `performance`; a clock that was moved says nothing. */
export function isTooSoon(at: number, ms = readMs): boolean {
  const passedMs = performance.now() - at;
  return passedMs >= 0 && passedMs < ms;
}
