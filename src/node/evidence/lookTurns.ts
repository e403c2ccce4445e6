/** How many sweeps in a row look at one of which something was heard. */
const awakeSweeps = 10;
/** How many sweeps there are from one look at a quiet one to the next. */
const quietSweeps = 4;

interface Turn {
  /** Up to which sweep all look at it. */
  awakeTo: number;
  /** The sweep that looks at it next, where nothing is heard. */
  next: number;
}

/** Whose turn it is to be looked at: each sweep looks at those of which something was heard lately, and at some of the others. */
export class LookTurns {
  readonly #turns = new Map<string, Turn>();
  #sweep = 0;

  /** Looks at one too, at first in every sweep. */
  add(name: string): void {
    // So that the quiet ones are spread over the sweeps.
    const next = this.#sweep + (this.#turns.size % quietSweeps);
    this.#turns.set(name, { awakeTo: this.#sweep + awakeSweeps, next: next + awakeSweeps });
  }

  /** Looks at one no longer. */
  delete(name: string): void {
    this.#turns.delete(name);
  }

  /** Something was heard of one. */
  wake(name: string): void {
    const turn = this.#turns.get(name);
    if (turn) {
      turn.awakeTo = this.#sweep + awakeSweeps;
    }
  }

  /** Those that the next sweep looks at. */
  take(): readonly string[] {
    this.#sweep += 1;
    const names: string[] = [];
    for (const [name, turn] of this.#turns) {
      if (this.#sweep <= turn.awakeTo || this.#sweep >= turn.next) {
        names.push(name);
        while (turn.next <= this.#sweep) {
          turn.next += quietSweeps;
        }
      }
    }
    return names;
  }
}
