import type { Disposable } from './disposableStore.ts';

/** How long the changes of one frame are gathered. */
export const frameMs = 33;

/** Draws at most once a frame, however often something changes; the first change is drawn at the end of its frame. */
export class Frame implements Disposable {
  readonly #draw: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Asks for a drawing. */
  request(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, frameMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
