import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/agents/support/until.ts';
import { Inspector } from './inspector.ts';

/** How far two seconds may differ in which equally little happens. */
const alikeMs = 20;

/** What an extension host holds after everything that can go has gone, in megabytes. */
export interface Memory {
  readonly heap: number;
  readonly resident: number;
}

/** The extension host of a window, seen from outside. It has to be started with {@link inspectable}. */
export class ExtensionHost {
  readonly #pid: number;
  readonly #port: number;

  constructor(pid: number, port: number) {
    this.#pid = pid;
    this.#port = port;
  }

  /** What Node.js has to be started with so that an extension host can be inspected at a port, once it is asked to. */
  static inspectable(port: number): readonly string[] {
    return [`--inspect-port=127.0.0.1:${port}`];
  }

  /** How much CPU time it used so far, all threads together. */
  cpuMs(): number {
    const tasks = `/proc/${this.#pid}/task`;
    const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8'));
    return times.reduce((sum, text) => sum + Number.parseInt(text, 10) / 1_000_000, 0);
  }

  /** Waits until it has little left to do. */
  async calm(withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    let [before, last] = [this.cpuMs(), Number.POSITIVE_INFINITY];
    while (performance.now() < end) {
      await delay(1000);
      const now = this.cpuMs();
      const used = now - before;
      // A second like the one before is what it is like when nothing happens.
      if (Math.abs(used - last) <= alikeMs) {
        return;
      }
      [before, last] = [now, used];
    }
  }

  /** What it holds after a collection of garbage. */
  async memory(): Promise<Memory> {
    const inspector = await this.inspect();
    await inspector.call('HeapProfiler.collectGarbage');
    await inspector.call('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
    inspector.close();
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    return {
      heap: usedSize / 1_000_000,
      resident: Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1024,
    };
  }

  /** Writes down where it spends its time meanwhile, for DevTools. */
  async profile(file: string, work: () => Promise<unknown>): Promise<void> {
    const inspector = await this.inspect();
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.start');
    await work();
    const { profile } = await inspector.call<{ profile: object }>('Profiler.stop');
    inspector.close();
    writeFileSync(file, JSON.stringify(profile));
  }

  /** Opens its inspector. */
  async inspect(): Promise<Inspector> {
    process.kill(this.#pid, 'SIGUSR1');
    const list = `http://127.0.0.1:${this.#port}/json/list`;
    const [target] = await until('the inspector', () =>
      fetch(list).then(
        async (response) => (await response.json()) as { webSocketDebuggerUrl: string }[],
        () => undefined,
      ),
    );
    return await Inspector.open(target?.webSocketDebuggerUrl ?? '');
  }
}
