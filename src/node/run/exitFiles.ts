import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../core/run/run.ts';
import { privateFolder } from '../privateFolder.ts';

const lookMs = 500;

type Exited = (code?: number) => void;

/**
 * The files in which the shell of an agent writes how the agent ended. A terminal outlives the window that made it, so
 * the next window finds the same file.
 */
export class ExitFiles {
  readonly #folder: string;
  readonly #waiting = new Map<string, Exited>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(home: string) {
    this.#folder = join(home, 'runs');
  }

  /** The file of the newest start of a run's agent. */
  of({ id, launches }: Run): string {
    return join(this.#folder, `${id}-${launches}.exit`);
  }

  /** Makes room for a start: the folder is there, and no older file of that name. */
  async clear(run: Run): Promise<void> {
    privateFolder(this.#folder);
    await rm(this.of(run), { force: true });
  }

  /** Tells once, when the file is there; then it is removed. */
  watch(run: Run, exited: Exited): void {
    this.#waiting.set(this.of(run), exited);
    this.#timer ??= setInterval(() => void this.#look(), lookMs);
  }

  /** Tells that an agent ended whose shell is gone too; its code where it still wrote one. */
  async closed(run: Run): Promise<void> {
    await this.#read(this.of(run), true);
  }

  /** Ends the looking; the files stay for the next window. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#waiting.clear();
  }

  async #look(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((file) => this.#read(file, false)));
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  async #read(file: string, isOver: boolean): Promise<void> {
    const text = await readFile(file, 'utf8').catch(() => '');
    const code = /^\d{1,3}$/u.test(text) ? Number(text) : undefined;
    const exited = this.#waiting.get(file);
    if (exited && (code !== undefined || isOver)) {
      this.#waiting.delete(file);
      await rm(file, { force: true }).catch(() => {});
      exited(code);
    }
  }
}
