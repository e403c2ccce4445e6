/** What the tests of a window made of its clock. Each of their files has a copy of this module, and all have one clock. */
interface Clock {
  readonly real: () => number;
  aheadMs: number;
  stoppedAt: number | undefined;
}

const key = Symbol.for('beckon.test.productClock');
const host = globalThis as unknown as Record<symbol, Clock | undefined>;

function install(): Clock {
  const { now } = performance;
  const clock: Clock = { real: () => now.call(performance), aheadMs: 0, stoppedAt: undefined };
  performance.now = () => clock.stoppedAt ?? clock.real() + clock.aheadMs;
  return clock;
}

const clock = host[key] ?? install();
host[key] = clock;

/**
 * The clock by which the product knows how much time has passed. Like the real one it never goes back: a view is drawn
 * some time after it was drawn last, and would wait until the clock is there again.
 */
export const productClock = {
  /** Moves it on, also while it is stopped. */
  moveOn(ms: number): void {
    if (clock.stoppedAt === undefined) {
      clock.aheadMs += ms;
    } else {
      clock.stoppedAt += ms;
    }
  },
  /** Stops it: however slow the machine is, it is the same moment. */
  stop(): void {
    clock.stoppedAt ??= performance.now();
  },
  /** Lets it go on from where it was stopped. */
  run(): void {
    if (clock.stoppedAt !== undefined) {
      clock.aheadMs = clock.stoppedAt - clock.real();
      clock.stoppedAt = undefined;
    }
  },
};
