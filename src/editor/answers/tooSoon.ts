/**
 * How long something has to be in sight before it takes an answer: longer than between the two clicks of a double click,
 * and longer than it takes until a key that is held down is repeated for the first time.
 */
export const readMs = 800;

/** Whether nobody can have read what was shown at `at` on the clock of `performance`; a clock that was moved says nothing. */
export function isTooSoon(at: number): boolean {
  const passedMs = performance.now() - at;
  return passedMs >= 0 && passedMs < readMs;
}
