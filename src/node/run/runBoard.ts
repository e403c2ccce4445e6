import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../core/run/run.ts';
import { isPast, runEnded } from '../../core/run/run.ts';
import { Absence } from './absence.ts';
import { hasFolder } from './hasFolder.ts';
import type { RunFiles } from './runFiles.ts';
import type { Supervisor } from './supervisor.ts';

/** What a board needs of its surroundings. */
export interface BoardPorts {
  readonly home: string;
  readonly files: RunFiles;
  readonly supervisor: Pick<Supervisor, 'runs' | 'drop' | 'takeOver' | 'giveUp'>;
  readonly hub: {
    listeners(): Promise<readonly string[]>;
    windowIds(): Promise<readonly string[]>;
    otherWindows(): Promise<readonly { readonly asks: boolean; readonly folders: readonly string[] }[]>;
    ownsFolder(folder: string): Promise<boolean>;
  };
  /** The folders of this window. */
  readonly folders: () => readonly string[];
  /** Who this window was before it was loaded anew: the runs of that one are its own, wherever they are. */
  readonly before?: string;
  /** The page of this window, without which no terminal is made and nobody is asked; where it is missing it is there. */
  readonly page?: {
    /** Whether it answers now. */
    answers(): Promise<boolean>;
    /** Whether it has not answered for a while. */
    readonly isLost: boolean;
  };
  /** Which owners are waited for. */
  readonly absence?: Absence;
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
/** The owner of a run that was given up. */
const nobody = '';

/** The runs that others supervise, as their files tell; a run that nobody supervises any more is taken over. */
export class RunBoard {
  readonly #ports: BoardPorts;
  readonly #absence: Absence;
  readonly #said = new Set<string>();
  /** The runs that were given up here. */
  readonly #left = new Set<Run['id']>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #stamp: number | undefined;
  #kept: Kept = [];
  #others: Runs = new Map();
  #told: Runs = new Map();
  #orphans: ReadonlySet<Run['id']> = new Set();
  #looking: Promise<void> | undefined;
  #over = false;
  #isFirst = true;
  #wanted: Run['id'] | undefined;

  constructor(ports: BoardPorts) {
    this.#ports = ports;
    this.#absence = ports.absence ?? new Absence();
  }

  /** The runs that others supervise. */
  get others(): Runs {
    return this.#others;
  }

  /** Those of them whose decisions this window tells: a command line supervises them, and shows nothing. */
  get told(): Runs {
    return this.#told;
  }

  /** Whether nobody supervises a run, as far as was seen last. */
  isOrphan(id: Run['id']): boolean {
    return this.#orphans.has(id);
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

  /** Takes a run over now if nobody is there who supervises it, whoever may come back. */
  async takeNow(id: Run['id']): Promise<void> {
    await this.#looking;
    this.#wanted = id;
    await this.look();
    this.#wanted = undefined;
  }

  dispose(): void {
    this.#over = true;
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { hub, supervisor } = this.#ports;
    for (const { id } of supervisor.runs.filter((run) => isPast(run, Date.now()))) {
      supervisor.drop(id);
    }
    await this.#giveUp();
    await this.#read();
    const own = new Set(supervisor.runs.map(({ id }) => id));
    const strange = this.#kept.filter(({ run }) => !own.has(run.id));
    const [self = '', ...live] = strange.length > 0 ? await hub.listeners() : [];
    const others = strange.filter(({ run, owner }) => owner !== self || this.#left.has(run.id));
    const windows = others.length > 0 ? await hub.windowIds() : [];
    const owners = [...new Set(others.map(({ owner }) => owner))];
    const isThere = (owner: string) => live.includes(owner);
    this.#absence.note(
      owners.filter(isThere).map((id) => ({ id, isWindow: windows.includes(id) })),
      owners.filter((owner) => !isThere(owner)),
    );
    const orphans = others.filter(({ owner }) => !isThere(owner));
    this.#orphans = new Set(orphans.map(({ run }) => run.id));
    await this.#takeUp(orphans, self);
    const mine = await Promise.all(
      others.map(
        async ({ run, owner }) =>
          isThere(owner) && !windows.includes(owner) && (await hub.ownsFolder(run.folder)),
      ),
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

  /** A window without a page leaves its runs to one with their folder that has a page; else it does what it can. */
  async #giveUp(): Promise<void> {
    const { page, supervisor, hub } = this.#ports;
    if (!page?.isLost || supervisor.runs.every(runEnded)) {
      return;
    }
    const able = (await hub.otherWindows()).filter(({ asks }) => asks).flatMap(({ folders }) => folders);
    const given = supervisor.runs.filter((run) => !runEnded(run) && hasFolder(able, run));
    for (const { id } of given) {
      this.#left.add(id);
    }
    await supervisor.giveUp(given);
  }

  /** Takes over those of the runs that nobody supervises whose owners are not waited for. */
  async #takeUp(orphans: Kept, self: string): Promise<void> {
    const { files, page } = this.#ports;
    const isFree = (owner: string) => owner === self || owner === nobody || this.#absence.isForGood(owner);
    const due = orphans.filter(({ run, owner }) => isFree(owner) || run.id === this.#wanted);
    // A window that opens has a page, which is busy.
    const hasPage = this.#isFirst || due.length === 0 || (await page?.answers()) !== false;
    this.#isFirst = false;
    for (const { run, owner } of due) {
      if (hasPage) {
        await this.#claim(run, owner, self);
      } else if (owner === self) {
        await files.claim(run.id, self, nobody);
      }
    }
  }

  async #claim(run: Run, from: string, to: string): Promise<void> {
    const { folders, before, files, supervisor } = this.#ports;
    // Its terminals, its runbook and the trust in it are those of a window with its folder; who left it may come again.
    const isHere = from === before || hasFolder(folders(), run);
    if (isHere && (await files.claim(run.id, from, to)) && !this.#over) {
      this.#left.delete(run.id);
      supervisor.takeOver(run);
    }
  }

  #show(others: Kept, told: Kept): void {
    const before = this.#others;
    this.#others = byId(others, before);
    this.#told = byId(
      told.filter(({ run }) => !runEnded(run)),
      this.#told,
    );
    if (this.#others !== before) {
      this.#ports.changed();
    }
  }
}

/** The runs by their ids; the same map as before where they are the same. */
function byId(kept: Kept, before: Runs): Runs {
  const isSame = kept.length === before.size && kept.every(({ run }) => before.get(run.id) === run);
  return isSame ? before : new Map(kept.map(({ run }) => [run.id, run]));
}
