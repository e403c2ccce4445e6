import { dirname, join } from 'node:path';
import type { IndexedHook } from '../../core/hookfile/hookIndex.ts';
import { hookIndexText, parseHookIndex } from '../../core/hookfile/hookIndex.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import { readBounded } from './readBounded.ts';

const mostBytes = 64 * 1024 * 1024;
/** Those of workspaces that nobody looks at any more would stay for ever. */
const mostHooks = 5000;

/**
 * The file in a Beckon home with what was read from HOOK.md files, so that a thousand hooks need not be read again at
 * each event. It only saves time: whatever is odd about it is forgotten, and not being able to write it is no failure.
 */
export class HookIndexFile {
  readonly #path: string;
  readonly #hooks: Map<string, IndexedHook>;
  #isChanged = false;

  private constructor(path: string, hooks: Map<string, IndexedHook>) {
    this.#path = path;
    this.#hooks = hooks;
  }

  /** Reads the index of a home; an empty one where there is none. */
  static async open(home: string): Promise<HookIndexFile> {
    const path = join(home, 'hooks.json');
    const start = await readBounded(path, mostBytes).catch(() => undefined);
    const text = start && !start.isCut ? start.bytes.toString('utf8') : '';
    return new HookIndexFile(path, new Map(parseHookIndex(text)));
  }

  /** What was read from a file, if it has not changed since. */
  get(file: string, mtimeMs: number, size: number): IndexedHook | undefined {
    const known = this.#hooks.get(file);
    return known?.mtimeMs === mtimeMs && known.size === size ? known : undefined;
  }

  /** Remembers what was read from a file. */
  set(file: string, hook: IndexedHook): void {
    // The newest are last, and stay when there are too many.
    this.#hooks.delete(file);
    this.#hooks.set(file, hook);
    this.#isChanged = true;
  }

  /** Forgets the files of a place that are no longer there. */
  forgetOthers(place: string, there: ReadonlySet<string>): void {
    for (const file of [...this.#hooks.keys()]) {
      if (dirname(dirname(file)) === place && !there.has(file)) {
        this.#isChanged = this.#hooks.delete(file) || this.#isChanged;
      }
    }
  }

  /** Writes it where something changed. */
  write(): void {
    if (!this.#isChanged) {
      return;
    }
    try {
      privateFolder(dirname(this.#path));
      writeAtomic(this.#path, hookIndexText(new Map([...this.#hooks].slice(-mostHooks))));
    } catch {
      // Then everything is read again next time.
    }
  }
}
