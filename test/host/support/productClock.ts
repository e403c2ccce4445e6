/** What `performance.now` was before this file touched it; another test file may have moved it on already. */
let own: (() => number) | undefined;
let aheadMs = 0;
let stoppedAt: number | undefined;

function moved(): number {
  return stoppedAt ?? (own?.() ?? 0) + aheadMs;
}

function take(): void {
  if (!own) {
    own = performance.now.bind(performance);
    performance.now = moved;
  }
}

/**
 * Moves the clock of the product on, for this window and all the tests after. Like the real clock it never goes back: what
 * waits for a time that has been would wait as long again.
 */
export function moveClock(ms: number): void {
  take();
  if (stoppedAt === undefined) aheadMs += ms;
  else stoppedAt += ms;
}

/** Stops the clock of the product: however slow this machine is, no time passes until the test moves it on. */
export function stopClock(): void {
  take();
  stoppedAt ??= moved();
}

/** Lets the clock go on from where it stands. */
export function startClock(): void {
  if (stoppedAt !== undefined && own) {
    aheadMs = stoppedAt - own();
    stoppedAt = undefined;
  }
}
