import { onTestFinished, vi } from 'vitest';

/** Taken before any test holds the clock. */
const realTimeout = setTimeout;
const realWait = () => new Promise((resolve) => realTimeout(resolve, 5));

/** A clock that stands still until it is told: processes of a test have all the time they need, and waits take none. */
export interface HeldClock {
  /** Lets so much time pass, with what was to happen in it. */
  pass(ms: number): Promise<void>;
  /** Waits until a probe says yes; no time passes. */
  until(probe: () => boolean): Promise<void>;
  /** Lets time pass until something is over; from then on the clock goes by itself. */
  over<T>(done: Promise<T>): Promise<T>;
}

/** Holds the timers of this process until the test is over. */
export function holdClock(): HeldClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const release = () => void vi.useRealTimers();
  onTestFinished(release);
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    // What that began may need the system.
    await realWait();
  };
  return {
    pass,
    until: async (probe) => {
      while (!probe()) await realWait();
    },
    over: async (done) => {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      void done.then(end, end);
      while (!isOver) await pass(50);
      release();
      return await done;
    },
  };
}
