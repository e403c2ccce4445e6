/** The timers a file started that neither ran out nor were cleared, while it was watched. */
export interface TimerWatch {
  pending(): readonly string[];
  /** Gives the host its own timers back. */
  end(): void;
}

const places = [
  { set: 'setTimeout', clear: 'clearTimeout', repeats: false },
  { set: 'setInterval', clear: 'clearInterval', repeats: true },
  { set: 'setImmediate', clear: 'clearImmediate', repeats: false },
] as const;

type Timers = Record<string, (...args: unknown[]) => unknown>;

/**
 * Watches the timers that code in `file` starts from now on. The whole extension host shares one set of timers, so
 * whose a timer is shows in the stack: who called, not who else waited further down.
 */
export function watchTimers(file: string): TimerWatch {
  const host = globalThis as unknown as Timers;
  const own = places.map(({ set, clear }) => ({ [set]: host[set], [clear]: host[clear] }));
  const running = new Map<unknown, string>();
  for (const { set, clear, repeats } of places) {
    const [start, stop] = [host[set], host[clear]];
    if (!start || !stop) throw new Error(`this host has no ${set}`);
    host[set] = (callback, ...rest) => {
      const [, , caller = ''] = new Error(set).stack?.split('\n') ?? [];
      const run = (...args: unknown[]) => {
        if (!repeats) running.delete(timer);
        return (callback as (...args: unknown[]) => unknown)(...args);
      };
      const timer = start(run, ...rest);
      if (caller.includes(file)) running.set(timer, `${set} ${caller.trim()}`);
      return timer;
    };
    host[clear] = (timer) => {
      running.delete(timer);
      return stop(timer);
    };
  }
  return {
    pending: () => [...running.values()],
    end: () => Object.assign(host, ...own),
  };
}
