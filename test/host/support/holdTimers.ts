/** Timers of the product that run when the test says so, and not when the time has come. */
export interface HeldTimers {
  /** How many wait to be run. */
  count(): number;
  /** Runs those that wait now; one that repeats waits on. */
  run(): void;
  /** Lets the clock have the timers that start from now on, and runs those that wait. */
  end(): void;
}

interface Held {
  readonly run: () => void;
  readonly repeats: boolean;
}

type Timers = Record<string, (...args: unknown[]) => unknown>;

/**
 * Holds the timers that code in `file` starts from now on with a time that `isMeant`. What a test expects of a wait does
 * then not depend on how fast the machine is. Tells whose a timer is by the stack, as `watchTimers` does.
 */
export function holdTimers(file: string, isMeant: (ms: number, repeats: boolean) => boolean): HeldTimers {
  const host = globalThis as unknown as Timers;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const held = new Map<unknown, Held>();
  let isOver = false;
  const hold = (start: unknown, repeats: boolean) => {
    return (callback: unknown, ms: unknown, ...rest: unknown[]) => {
      const [, , caller = ''] = new Error('whose').stack?.split('\n') ?? [];
      const begin = start as (...args: unknown[]) => unknown;
      if (!(caller.includes(file) && isMeant(Number(ms), repeats))) return begin(callback, ms, ...rest);
      const timer = { ref: () => timer, unref: () => timer, hasRef: () => true };
      held.set(timer, { run: () => (callback as (...args: unknown[]) => void)(...rest), repeats });
      return timer;
    };
  };
  const letGo = (stop: unknown) => (timer: unknown) => {
    if (!held.delete(timer)) (stop as (timer: unknown) => void)(timer);
  };
  host.setTimeout = hold(setTimeout, false);
  host.setInterval = hold(setInterval, true);
  host.clearTimeout = letGo(clearTimeout);
  host.clearInterval = letGo(clearInterval);
  const run = () => {
    for (const [timer, { run: go, repeats }] of [...held]) {
      if (!repeats) held.delete(timer);
      go();
    }
  };
  return {
    count: () => held.size,
    run,
    end: () => {
      if (isOver) return;
      isOver = true;
      Object.assign(host, { setTimeout, setInterval, clearTimeout, clearInterval });
      run();
    },
  };
}
