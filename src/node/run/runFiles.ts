import { readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPast, type Run } from '../../core/run/run.ts';
import type { StoredRun } from '../../core/run/runCodec.ts';
import { parseRunText, runText } from '../../core/run/runCodec.ts';
import { lockHome } from '../homeLock.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import { sweepEnds } from './sweepEnds.ts';

/** A file of a run that is left alone, and why. */
export interface RunProblem {
  readonly file: string;
  readonly sentence: string;
}

/**
 * The supervised runs in a Beckon home, a file each. Only the owner of a run writes it. A file that cannot be read,
 * or is newer than this Beckon, is never written and never removed.
 */
export class RunFiles {
  readonly #home: string;
  readonly #folder: string;
  #problems: readonly RunProblem[] = [];

  constructor(home: string) {
    this.#home = home;
    this.#folder = join(home, 'runs');
  }

  /** The files that the last {@link RunFiles.all} could not read. */
  get problems(): readonly RunProblem[] {
    return this.#problems;
  }

  /**
   * Keeps a run for its owner; gives a sentence where it could not. It is on the disk when this returns: nothing of a
   * caller comes between the look at what is there and the writing.
   */
  write(run: Run, owner: string): string | undefined {
    const file = this.#file(run.id);
    if (file === undefined) {
      return `The run can't be kept: ${JSON.stringify(run.id)} is no id of a run.`;
    }
    const there = readRun(file, run.id);
    if (typeof there === 'string') {
      return sentences[there](file);
    }
    if (there && there.owner !== owner) {
      return `The run in ${file} belongs to another window.`;
    }
    return this.#put(file, run, owner);
  }

  /** Why a run could not be kept here, if that is so. It is tried: a disk tells in no other way that it is full. */
  refusal(run: Run): string | undefined {
    const trial = join(this.#folder, `.${run.id}.trial`);
    try {
      privateFolder(this.#folder);
      writeAtomic(trial, runText(run, ''));
      rmSync(trial);
      return undefined;
    } catch (error) {
      return `No run can be kept in ${this.#folder} (${codeOf(error)}); see that it is a folder ${writable}.`;
    }
  }

  /** Forgets a run. */
  remove(id: string): void {
    const file = this.#file(id);
    if (file !== undefined && typeof readRun(file, id) === 'object') {
      rmSync(file, { force: true });
    }
  }

  /** Every run that can be read, by id. */
  async all(): Promise<readonly StoredRun[]> {
    const runs: StoredRun[] = [];
    const problems: RunProblem[] = [];
    const names = await readdir(this.#folder).catch(({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ENOENT') {
        problems.push({
          file: this.#folder,
          sentence: `The runs in ${this.#folder} can't be read (${code}).`,
        });
      }
      return [];
    });
    for (const name of names.toSorted()) {
      const id = name.replace(/\.json$/u, '');
      // Others are not finished, or not ours.
      const file = name === id ? undefined : this.#file(id);
      const read = file === undefined ? undefined : readRun(file, id);
      if (typeof read === 'object') {
        runs.push(read);
      } else if (file !== undefined && read !== undefined) {
        problems.push({ file, sentence: sentences[read](file) });
      }
    }
    this.#problems = problems;
    return runs;
  }

  /**
   * Makes `to` the owner of a run, if `from` still is; says whether it did. Of several listeners that want the same
   * run one gets it.
   */
  async claim(id: string, from: string, to: string): Promise<boolean> {
    const file = this.#file(id);
    // A look before the lock: it makes folders.
    if (file === undefined || typeof readRun(file, id) !== 'object') {
      return false;
    }
    const lock = await lockHome(this.#home, 'taking over a run').catch(() => undefined);
    if (lock === undefined || !('release' in lock)) {
      return false;
    }
    try {
      const there = readRun(file, id);
      return typeof there === 'object' && there.owner === from && !this.#put(file, there.run, to);
    } finally {
      await lock.release();
    }
  }

  /** Forgets the runs that ended a day ago, whoever owns them, and what is left of agents of forgotten ones. */
  async sweep(now: number): Promise<void> {
    for (const { run } of await this.all()) {
      if (isPast(run, now)) {
        this.remove(run.id);
      }
    }
    await sweepEnds(this.#folder, now);
  }

  #file(id: string): string | undefined {
    return /^[a-z0-9-]{1,100}$/u.test(id) ? join(this.#folder, `${id}.json`) : undefined;
  }

  #put(file: string, run: Run, owner: string): string | undefined {
    try {
      privateFolder(this.#folder);
      writeAtomic(file, runText(run, owner));
      return undefined;
    } catch (error) {
      return `The run can't be kept in ${file} (${codeOf(error)}); see that its folder is one ${writable}.`;
    }
  }
}

const writable = 'that you can write to, with room on its disk';

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

const sentences = {
  newer: (file: string) => `The run in ${file} was written by a newer Beckon; update Beckon to see it.`,
  damaged: (file: string) => `The run in ${file} is damaged. Delete the file to get rid of it.`,
} as const;

/** What a file says of the run of that id; nothing where there is no file. */
function readRun(file: string, id: string): StoredRun | 'newer' | 'damaged' | undefined {
  try {
    // Whoever opens a pipe would wait for its other end.
    if (!statSync(file).isFile()) {
      return 'damaged';
    }
    const read = parseRunText(readFileSync(file, 'utf8'));
    return typeof read === 'object' && read.run.id !== id ? 'damaged' : read;
  } catch (error) {
    // Something that is no folder may be in the place of one.
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? undefined : 'damaged';
  }
}
