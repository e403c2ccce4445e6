import { isSteady, noPlaces, noteRows, standingRows } from '../core/view/ask/steadyRows.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import type { KeptRows, RowsChange } from '../core/view/rows/keptRows.ts';
import type { Disposable } from './disposableStore.ts';

const tickMs = 1000;

/** What a screen needs of the tree that is on it. */
export interface ScreenPorts {
  /** Brings the rows up to date. */
  readonly look: (now: number) => RowsChange;
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
  readonly #kept: Pick<KeptRows, 'tops' | 'rows'>;
  /** What stood above the rows at the last look. */
  #above = '';
  #places = noPlaces;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Whether the next drawing draws every row anew. */
  #drawsAll = false;

  /** `kept` has the rows as of the last look. */
  constructor(kept: Pick<KeptRows, 'tops' | 'rows'>, ports: ScreenPorts) {
    this.#kept = kept;
    this.#ports = ports;
  }

  /** The rows, as they were when they were looked at last. */
  get rows(): ShownRows {
    return this.#kept.rows;
  }

  /** The ids of the rows at the top, for whoever draws all of them. */
  tops(): readonly string[] {
    if (!this.#timer) {
      // VS Code asks before it says that the view is shown.
      this.#look();
    }
    return this.#kept.tops.map(({ id }) => id);
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
    const { changes: changed, before } = this.#look();
    const changes = this.#drawsAll ? 'all' : changed;
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

  #look(): RowsChange {
    const now = Date.now();
    const change = this.#ports.look(now);
    const above = this.#ports.above();
    if (change.hasMoved || above !== this.#above) {
      const message = above ? [{ id: above, size: 1 }] : [];
      this.#places = noteRows(this.#places, [...message, ...standingRows(this.#kept.tops)], now);
      this.#above = above;
    }
    return change;
  }
}
