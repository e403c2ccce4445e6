import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../core/run/run.ts';
import { runEnded } from '../../core/run/run.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';
import type { RunFiles } from './runFiles.ts';
import type { Supervisor } from './supervisor.ts';

/** What a board needs of its surroundings. */
export interface BoardPorts {
  readonly home: string;
  readonly files: RunFiles;
  readonly supervisor: Pick<Supervisor, 'runs' | 'drop' | 'takeOver'>;
  readonly hub: {
    listeners(): Promise<readonly string[]>;
    windowIds(): Promise<readonly string[]>;
    ownsFolder(folder: string): Promise<boolean>;
  };
  /** The folders of this window. */
  readonly folders: () => readonly string[];
  /** Called when the runs of others are not what they were. */
  readonly changed: () => void;
  /** Called once for each file that cannot be read, with a sentence. */
  readonly problem: (sentence: string) => void;
}

type Kept = Awaited<ReturnType<RunFiles['all']>>;
type Runs = ReadonlyMap<Run['id'], Run>;

const lookMs = 2000;
/** How old the stamp of a folder must be to tell that nothing changed: two changes at once have the same. */
const settledMs = 1000;
const keptMs = 24 * 60 * 60 * 1000;

/** The runs that others supervise, as their files tell; a run that nobody supervises any more is taken over. */
export class RunBoard {
  readonly #ports: BoardPorts;
  readonly #said = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #stamp: number | undefined;
  #kept: Kept = [];
  #others: Runs = new Map();
  #told: Runs = new Map();
  #looking: Promise<void> | undefined;
  #over = false;

  constructor(ports: BoardPorts) {
    this.#ports = ports;
  }

  /** The runs that others supervise. */
  get others(): Runs {
    return this.#others;
  }

  /** Those of them whose decisions this window tells: a command line supervises them, and shows nothing. */
  get told(): Runs {
    return this.#told;
  }

  /** Looks from now on. */
  start(): void {
    void this.#ports.files.sweep(Date.now()).catch(() => {});
    this.#timer ??= setInterval(() => void this.look(), lookMs);
  }

  /** Looks now, or joins the look that is under way. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  dispose(): void {
    this.#over = true;
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { hub, supervisor } = this.#ports;
    for (const { id, endedAt } of supervisor.runs) {
      if (endedAt !== undefined && Date.now() - endedAt > keptMs) {
        supervisor.drop(id);
      }
    }
    await this.#read();
    const own = new Set(supervisor.runs.map(({ id }) => id));
    const strange = this.#kept.filter(({ run }) => !own.has(run.id));
    const [self = '', ...live] = strange.length > 0 ? await hub.listeners() : [];
    const others = strange.filter(({ owner }) => owner !== self);
    for (const { run, owner } of others.filter((one) => !live.includes(one.owner))) {
      await this.#claim(run, owner, self);
    }
    const windows = others.length > 0 ? await hub.windowIds() : [];
    const mine = await Promise.all(
      others.map(async ({ run, owner }) => !windows.includes(owner) && (await hub.ownsFolder(run.folder))),
    );
    if (!this.#over) {
      const left = (_: unknown, at: number) => !supervisor.runs.some(({ id }) => id === others[at]?.run.id);
      this.#show(
        others.filter(left),
        others.filter((one, at) => mine[at] === true && left(one, at)),
      );
    }
  }

  async #read(): Promise<void> {
    const { files, home, problem } = this.#ports;
    const stamp = await stat(join(home, 'runs')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (stamp !== undefined && stamp === this.#stamp) {
      return;
    }
    this.#stamp = stamp !== undefined && Date.now() - stamp > settledMs ? stamp : undefined;
    if (stamp === undefined) {
      this.#kept = [];
      return;
    }
    this.#kept = await files.all();
    for (const { file, sentence } of files.problems.filter((one) => !this.#said.has(one.file))) {
      this.#said.add(file);
      problem(sentence);
    }
  }

  async #claim(run: Run, from: string, to: string): Promise<void> {
    const { folders, hub, files, supervisor } = this.#ports;
    // Before this window is known as a listener, its folders have to do.
    const isHere = folders().some((folder) => isWithin(folder, run.folder));
    if (
      (isHere || (await hub.ownsFolder(run.folder))) &&
      (await files.claim(run.id, from, to)) &&
      !this.#over
    ) {
      supervisor.takeOver(run);
    }
  }

  #show(others: Kept, told: Kept): void {
    const before = this.#others;
    this.#others = byId(others);
    this.#told = byId(told.filter(({ run }) => !runEnded(run)));
    const same =
      before.size === this.#others.size && [...this.#others].every(([id, run]) => before.get(id) === run);
    if (!same) {
      this.#ports.changed();
    }
  }
}

function byId(kept: Kept): Runs {
  return new Map(kept.map(({ run }) => [run.id, run]));
}
