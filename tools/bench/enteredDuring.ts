import { setTimeout as delay } from 'node:timers/promises';
import type { Inspector } from './inspector.ts';

/** A function of `src` that was entered. */
export interface Entered {
  readonly file: string;
  readonly name: string;
}

/** What is looked at: it is done twice. Whatever it says with `mark` stands in the list between the functions. */
export interface Work {
  readonly act: (mark: (name: string) => Promise<void>) => Promise<unknown>;
  /** Makes it possible a second time. */
  readonly again: () => Promise<unknown>;
}

interface Coverage {
  readonly result: readonly {
    readonly scriptId: string;
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly [{ startOffset: number; endOffset: number; count: number }];
    }[];
  }[];
}

interface Ran extends Entered {
  readonly scriptId: string;
  readonly start: number;
  readonly end: number;
}

interface Place {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** How CommonJS made of a module gives what that exports: the reading of a name is no call. */
const accessor = /^\(\) => (?:[\w$]+|from\[key\])$/u;

/** What every breakpoint notes in the process. */
const log = 'globalThis.beckonEntered';

/**
 * Every function of `src` that the work enters, each time, without those that run in `idleMs` in which nothing happens. The
 * process runs the sources as they are, a script for each file.
 */
export async function enteredDuring(
  inspector: Inspector,
  idleMs: number,
  work: Work,
): Promise<readonly Entered[]> {
  await inspector.call('Debugger.enable');
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return await new Watch(inspector).during(work, idleMs);
}

/** Which functions run is V8's precise coverage; their order is noted by breakpoints that never stop. */
class Watch {
  readonly #inspector: Inspector;
  readonly #sources = new Map<string, string>();

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  async during({ act, again }: Work, idleMs: number): Promise<readonly Entered[]> {
    await this.#ran();
    await act(() => Promise.resolve());
    const first = await this.#ran();
    await again();
    await this.#ran();
    await delay(idleMs);
    const idle = await this.#ran();
    const own = new Map<string, Ran>();
    for (const [key, ran] of [...first].filter(([one]) => !idle.has(one))) {
      const source = (await this.#source(ran.scriptId)).slice(ran.start, ran.end);
      if (!accessor.test(source)) {
        own.set(key, ran);
        await this.#watch(key, ran);
      }
    }
    await this.#evaluate(`${log} = []`);
    await act((name) => this.#evaluate(`${log}.push(${JSON.stringify(name)}), undefined`));
    const entered = await this.#evaluate<string[]>(log);
    return entered.map((key) => own.get(key) ?? { file: '', name: key });
  }

  /** The functions that ran since the last call, by where they begin. */
  async #ran(): Promise<ReadonlyMap<string, Ran>> {
    const { result } = await this.#inspector.call<Coverage>('Profiler.takePreciseCoverage');
    return new Map(
      result.flatMap(({ scriptId, url, functions }) => {
        const [, file = ''] = /\/(src\/\S+\.ts)$/u.exec(url) ?? [];
        return functions
          .filter(({ ranges: [{ count }] }) => file && count > 0)
          .map(({ functionName: name, ranges: [{ startOffset: start, endOffset: end }] }) => {
            return [`${file}:${start}`, { name, file, scriptId, start, end }] as const;
          });
      }),
    );
  }

  async #watch(key: string, { scriptId, start, end }: Ran): Promise<void> {
    const source = await this.#source(scriptId);
    const place = (offset: number): Place => {
      const before = source.slice(0, offset).split('\n');
      return { scriptId, lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
    };
    const { locations } = await this.#inspector.call<{ locations: readonly Place[] }>(
      'Debugger.getPossibleBreakpoints',
      { start: place(start), end: place(end), restrictToFunction: true },
    );
    const [location] = locations;
    if (location) {
      const condition = `${log}?.push(${JSON.stringify(key)}), false`;
      // Two functions may begin at one place: the first one says so.
      await this.#inspector.call('Debugger.setBreakpoint', { location, condition }).catch(() => {});
    }
  }

  async #source(scriptId: string): Promise<string> {
    const known = this.#sources.get(scriptId);
    if (known !== undefined) {
      return known;
    }
    const read = { scriptId };
    const { scriptSource } = await this.#inspector.call<{ scriptSource: string }>(
      'Debugger.getScriptSource',
      read,
    );
    this.#sources.set(scriptId, scriptSource);
    return scriptSource;
  }

  async #evaluate<Value>(expression: string): Promise<Value> {
    const how = { expression, returnByValue: true };
    const { result } = await this.#inspector.call<{ result: { value: Value } }>('Runtime.evaluate', how);
    return result.value;
  }
}
