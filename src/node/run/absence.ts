/** How long a window that is loaded anew may take to be there again. */
const usualPatienceMs = 15_000;

/**
 * Which owners of runs are gone for good. A window may only be loaded anew: the terminals of its agents come back to it,
 * and so should its runs, which it takes up before others can see it. A command line does not come again, and who was
 * gone before this window opened has left its runs to whoever comes first.
 */
export class Absence {
  readonly #now: () => number;
  readonly #patienceMs: number;
  readonly #forGood = new Set<string>();
  readonly #missedAt = new Map<string, number>();
  #isFirst = true;

  constructor(patienceMs = usualPatienceMs, now = () => performance.now()) {
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /** Takes in who is there at one look, and which owners are not. */
  note(
    there: readonly { readonly id: string; readonly isWindow: boolean }[],
    missing: readonly string[],
  ): void {
    for (const { id, isWindow } of there) {
      this.#missedAt.delete(id);
      // At first a window may be this one, as it was before it was loaded anew.
      if (this.#isFirst || !isWindow) {
        this.#forGood.add(id);
      } else {
        this.#forGood.delete(id);
      }
    }
    for (const id of missing) {
      this.#missedAt.set(id, this.#missedAt.get(id) ?? this.#now());
      if (this.#isFirst) {
        this.#forGood.add(id);
      }
    }
    this.#isFirst = false;
  }

  /** Whether an owner that is missing is not waited for. */
  isForGood(owner: string): boolean {
    const missedAt = this.#missedAt.get(owner) ?? this.#now();
    return this.#forGood.has(owner) || this.#now() - missedAt >= this.#patienceMs;
  }
}
