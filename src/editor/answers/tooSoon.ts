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

/** When VS Code hides a message that nobody clicked, for its kind and for how long it took to draw it. */
const hidesFromMs = 9500;
const hidesToMs = 13_000;

/** Whether VS Code hides a message about now that was shown at `at`. It tells nobody, and those above it slide down. */
export function isHiding(at: number): boolean {
  const passedMs = performance.now() - at;
  return passedMs >= hidesFromMs && passedMs <= hidesToMs;
}
