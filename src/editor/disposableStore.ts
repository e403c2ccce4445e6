/** Anything that can be let go of. */
export interface Disposable {
  dispose(): unknown;
}

/** Holds what one part registered, and lets go of all of it, newest first, even when one of them fails. */
export class DisposableStore implements Disposable {
  readonly #held: Disposable[] = [];
  #disposed = false;

  /** How many things are held. */
  get size(): number {
    return this.#held.length;
  }

  /** Keeps `disposable` until the store is disposed; a store that is disposed already lets go of it at once. */
  add<T extends Disposable>(disposable: T): T {
    if (this.#disposed) {
      disposable.dispose();
    } else {
      this.#held.push(disposable);
    }
    return disposable;
  }

  /** Lets go of everything. The first failure is thrown after the rest is gone. */
  dispose(): void {
    this.#disposed = true;
    const failures: unknown[] = [];
    for (let held = this.#held.pop(); held; held = this.#held.pop()) {
      try {
        held.dispose();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }
}
