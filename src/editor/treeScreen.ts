import type { RowPlaces } from '../core/view/ask/steadyRows.ts';
import { isSteady, noteRows } from '../core/view/ask/steadyRows.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import { rowChanges, shownRows } from '../core/view/rowChanges.ts';
import type { TreeRow } from '../core/view/treeRows.ts';
import type { Disposable } from './disposableStore.ts';

const tickMs = 1000;

/** What a screen needs of the tree that is on it. */
export interface ScreenPorts {
  /** The rows at the top as they are now, with those below them. */
  readonly rows: (now: number) => readonly TreeRow[];
  /** What else stands above the rows, and moves all of them. */
  readonly above: () => string;
  /** Has rows drawn again. */
  readonly draw: (changes: 'all' | readonly string[], before: ShownRows) => void;
  /** Called again and again while the tree is shown: the times in it go on. */
  readonly tick: () => void;
}

/** The rows a person sees. While the tree is hidden nobody asks for rows, and no timer runs. */
export class TreeScreen implements Disposable {
  readonly #ports: ScreenPorts;
  #tops: readonly TreeRow[] = [];
  #rows: ShownRows = new Map();
  #places: RowPlaces = new Map();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Whether the next drawing draws every row anew. */
  #drawsAll = false;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** The rows, as they were when they were looked at last. */
  get rows(): ShownRows {
    return this.#rows;
  }

  /** The ids of the rows at the top, for whoever draws all of them. */
  tops(): readonly string[] {
    if (!this.#timer) {
      // VS Code asks before it says that the view is shown.
      this.#look();
    }
    return this.#tops.map(({ id }) => id);
  }

  /** The tree is shown now, or no longer. A refresh just as it appears for the first time gets lost, so all is drawn then. */
  show(isShown: boolean): void {
    clearInterval(this.#timer);
    this.#timer = isShown ? setInterval(this.#ports.tick, tickMs) : undefined;
    this.#drawsAll = true;
  }

  /** Draws what looks different where the tree is shown; says whether anything does. */
  refresh(): boolean {
    return this.#timer !== undefined && this.draw();
  }

  /** Draws what looks different, whether or not the tree is shown; says whether anything does. */
  draw(): boolean {
    const before = this.#rows;
    this.#look();
    const changes = this.#drawsAll ? 'all' : rowChanges(before, this.#rows);
    this.#drawsAll = false;
    if (changes.length === 0) {
      return false;
    }
    this.#ports.draw(changes, before);
    return true;
  }

  /** Whether a row has stood where it is for long enough that a click on it was meant for it. */
  isSteady(id: string): boolean {
    return isSteady(this.#places, id, Date.now());
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = Date.now();
    this.#tops = this.#ports.rows(now);
    this.#rows = shownRows(this.#tops);
    const above = this.#ports.above();
    this.#places = noteRows(this.#places, [...(above ? [above] : []), ...this.#rows.keys()], now);
  }
}
