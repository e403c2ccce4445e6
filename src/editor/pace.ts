import type { Disposable } from './disposableStore.ts';

/** Shortest time between two drawings. VS Code puts a refresh of a tree off until 200 ms after the last one. */
export const paceMs = 250;
/** Shortest time between two looks at what has changed, where nothing was to be drawn. */
export const frameMs = 33;

/** Draws the first change at once, then at most every {@link paceMs}, however often something changes. */
export class Pace implements Disposable {
  readonly #draw: () => boolean;
  #nextAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `draw` says whether something was to be drawn: a change that nobody sees does not put off the next one. */
  constructor(draw: () => boolean) {
    this.#draw = draw;
  }

  /** Asks for a drawing. Changes of the same turn of the event loop are drawn together. */
  request(): void {
    // Not the time of day: a clock that is set back would stop the drawing.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#nextAt = performance.now() + (this.#draw() ? paceMs : frameMs);
      },
      Math.max(0, this.#nextAt - performance.now()),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
