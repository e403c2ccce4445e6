/** How exact it is: who is due within the same second is looked at together. */
const stepMs = 1000;

/** When what is to be looked at again; asking who is due costs what is, however many others there are. */
export class DueTimes {
  readonly #due = new Map<number, Set<string>>();

  /** Has somebody looked at again at a moment. An earlier moment that was said still stands. */
  add(id: string, at: number): void {
    const step = Math.floor(at / stepMs);
    const ids = this.#due.get(step) ?? new Set();
    this.#due.set(step, ids.add(id));
  }

  /** Who is due, or is within this second: whoever looks has to find out, and to say again when it is due. */
  take(now: number): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const [step, due] of this.#due) {
      if (step <= now / stepMs) {
        this.#due.delete(step);
        for (const id of due) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#due.clear();
  }
}
