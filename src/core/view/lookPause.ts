/** Looking takes at most a tenth of the time, however much there is to look at. */
const share = 10;
/** Nobody waits longer for what they look at, however slow the machine is. */
const longestMs = 10_000;

/**
 * How long to pause before the next look: `leastMs`, or longer where looks take long. The quicker of the last two looks
 * counts: one that was slow may tell of a busy machine and not of many files.
 */
export function lookPause(leastMs: number, [before, last]: readonly [number, number]): number {
  return Math.max(leastMs, Math.min(longestMs, share * Math.min(before, last)));
}
