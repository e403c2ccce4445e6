import type { Run } from '../../core/run/run.ts';
import type { RunFiles } from './runFiles.ts';

/** Hears, once for each run, why it could not be kept. */
export type Unkept = (run: Run, sentence: string) => void;

/** Writes runs to their files, one after the other; of several states of one run only the newest. */
export class RunWriter {
  readonly #files: RunFiles;
  readonly #owner: () => Promise<string>;
  readonly #unkept: Unkept;
  readonly #told = new Set<Run['id']>();
  readonly #waiting = new Map<Run['id'], Run>();
  #writing: Promise<void> = Promise.resolve();

  constructor(files: RunFiles, owner: () => Promise<string>, unkept: Unkept) {
    this.#files = files;
    this.#owner = owner;
    this.#unkept = unkept;
  }

  /** Takes in a run to be written. */
  write(run: Run): void {
    const fresh = !this.#waiting.has(run.id);
    this.#waiting.set(run.id, run);
    if (fresh) {
      this.#writing = this.#writing.then(() => this.#next(run.id));
    }
  }

  /** Removes the file of a run, after what is being written. */
  remove(id: Run['id']): void {
    this.#waiting.delete(id);
    this.#writing = this.#writing.then(() => this.#files.remove(id)).catch(() => {});
  }

  /** Resolves when everything is written. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async #next(id: Run['id']): Promise<void> {
    const run = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (run) {
      // A disk that is full must not end the run; the next change is written again.
      const refusal = await this.#owner()
        .then((owner) => this.#files.write(run, owner))
        .catch(() => undefined);
      if (refusal !== undefined && !this.#told.has(id)) {
        this.#told.add(id);
        this.#unkept(run, refusal);
      }
    }
  }
}
