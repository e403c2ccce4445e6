import type { Place } from '../../core/view/place.ts';
import { placeOf, plainPlace } from './placeOf.ts';

interface Known {
  place: Place;
  /** When the last look began; `undefined` before the first. */
  lookedAt?: number;
  askedAt: number;
  looking: boolean;
  /** The first look, until it is over. */
  first?: FirstLook;
}

interface FirstLook {
  readonly promise: Promise<void>;
  readonly done: () => void;
}

const lookMs = 5000;
const forgetMs = 10 * 60 * 1000;
const atOnce = 4;
const firstLookMs = 500;

/** What {@link Places} needs of its surroundings; only tests tell it. */
export interface PlacesPorts {
  /** A clock that never goes back. */
  readonly now: () => number;
  readonly look: (folder: string) => Promise<Place>;
}

/**
 * The places of folders, for views that ask at every drawing: the answer is there at once, from the last look. Asking is
 * also what makes it look again, at most every five seconds for a folder and a few folders at a time; what nobody asks
 * about is not looked at, and forgotten after ten minutes.
 */
export class Places {
  readonly #ports: PlacesPorts;
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<() => void>();
  readonly #due: string[] = [];
  #looks = 0;
  #over = false;

  constructor(ports: PlacesPorts = { now: () => performance.now(), look: placeOf }) {
    this.#ports = ports;
  }

  /** Where a folder is, as far as it is known; before the first look, a plain folder. */
  placeOf(folder: string | undefined): Place | undefined {
    if (folder === undefined || folder === '') {
      return undefined;
    }
    const now = this.#ports.now();
    const known = this.#known.get(folder) ?? this.#meet(folder, now);
    known.askedAt = now;
    if (!known.looking && (known.lookedAt === undefined || now - known.lookedAt >= lookMs)) {
      known.looking = true;
      this.#due.push(folder);
      this.#lookOn();
    }
    return known.place;
  }

  /** Resolves when a folder has been looked at, or that takes too long. */
  async known(folder: string | undefined): Promise<void> {
    if (this.#over) {
      return;
    }
    this.placeOf(folder);
    const first = this.#known.get(folder ?? '')?.first;
    if (first) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, firstLookMs);
      });
      await Promise.race([first.promise, late]);
      clearTimeout(timer);
    }
  }

  /** Hears that some folder is elsewhere than was said; the function that comes back ends that. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets everything, and tells nobody any more. */
  dispose(): void {
    this.#over = true;
    // Whoever waits for a look need not wait any more.
    for (const { first } of this.#known.values()) {
      first?.done();
    }
    this.#listeners.clear();
    this.#known.clear();
    this.#due.length = 0;
  }

  #meet(folder: string, now: number): Known {
    for (const [other, { askedAt }] of this.#known) {
      if (now - askedAt >= forgetMs) {
        this.#known.delete(other);
      }
    }
    const first = firstLook();
    const known: Known = { place: plainPlace(folder), askedAt: now, looking: false, first };
    this.#known.set(folder, known);
    return known;
  }

  #lookOn(): void {
    const folder = this.#looks < atOnce ? this.#due.shift() : undefined;
    if (folder === undefined) {
      return;
    }
    this.#looks += 1;
    void this.#look(folder).finally(() => {
      this.#looks -= 1;
      this.#lookOn();
    });
  }

  async #look(folder: string): Promise<void> {
    const known = this.#known.get(folder);
    if (!known) {
      return;
    }
    known.lookedAt = this.#ports.now();
    const place = await this.#ports.look(folder).catch(() => known.place);
    known.looking = false;
    known.first?.done();
    delete known.first;
    if (this.#known.get(folder) === known && !isSame(place, known.place)) {
      known.place = place;
      for (const listener of [...this.#listeners]) {
        listener();
      }
    }
  }
}

function firstLook(): FirstLook {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done };
}

function isSame(a: Place, b: Place): boolean {
  return a.root === b.root && a.name === b.name && a.branch === b.branch && a.worktree === b.worktree;
}
