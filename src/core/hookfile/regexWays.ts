import type { CharSet } from './charSet.ts';
import { overlap } from './charSet.ts';
import type { RegexTree } from './regexTree.ts';

/** Where a part can begin and end, and whether it can be left out. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

const nothing: Ends = { first: [], last: [], canBeEmpty: true };
const closed: Ends = { first: [], last: [], canBeEmpty: false };

/** How many places are looked at; with more it would take too long. */
export const mostPlaces = 300;

/**
 * The ways that a text can take through a regular expression. A place is one character of it; what a count repeats is
 * there as often. No way leads over a barrier: what is found is surely a way, and not all are found.
 */
export class RegexWays {
  readonly #sets: CharSet[] = [];
  /** For each place those that may follow, and in how many ways each. */
  readonly #after: Map<number, number>[] = [];
  #isTooMuch = false;

  constructor(tree: RegexTree) {
    this.#add(tree);
  }

  get isTooMuch(): boolean {
    return this.#isTooMuch;
  }

  get places(): readonly number[] {
    return [...this.#sets.keys()];
  }

  /** The steps that can be made in more than one way. */
  get doubled(): readonly (readonly [from: number, to: number])[] {
    return this.#after.flatMap((after, from) =>
      [...after].filter(([, ways]) => ways > 1).map(([to]) => [from, to] as const),
    );
  }

  after(place: number): Iterable<number> {
    return this.#after[place]?.keys() ?? [];
  }

  /** Whether there is a character that can stand at both places. */
  overlap(one: number, other: number): boolean {
    return overlap(this.#sets[one] ?? [], this.#sets[other] ?? []);
  }

  #add(tree: RegexTree): Ends {
    switch (tree.kind) {
      case 'chars':
        return this.#addPlace(tree.set);
      case 'barrier':
        return closed;
      case 'sequence':
        return tree.parts.reduce<Ends>((ends, part) => this.#join(ends, this.#add(part)), nothing);
      case 'choice': {
        const options = tree.parts.map((part) => this.#add(part));
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          canBeEmpty: options.some(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case 'repeat':
        return tree.most === Number.POSITIVE_INFINITY
          ? this.#addLoop(tree.part, tree.least)
          : this.#addCopies(tree.part, tree.least, tree.most);
    }
  }

  #addPlace(set: CharSet): Ends {
    const place = this.#sets.length;
    if (place >= mostPlaces) {
      this.#isTooMuch = true;
      return closed;
    }
    this.#sets.push(set);
    this.#after.push(new Map());
    return { first: [place], last: [place], canBeEmpty: false };
  }

  #addLoop(part: RegexTree, least: number): Ends {
    const ends = this.#add(part);
    this.#link(ends.last, ends.first);
    return least === 0 ? { ...ends, canBeEmpty: true } : ends;
  }

  /** Each copy that may be missing is behind the one before it, so that there is one way for each number of them. */
  #addCopies(part: RegexTree, least: number, most: number): Ends {
    this.#isTooMuch ||= most > mostPlaces;
    let rest: Ends = nothing;
    for (let copy = most; copy > 0 && !this.#isTooMuch; copy--) {
      const ends = this.#join(this.#add(part), rest);
      rest = copy > least ? { ...ends, canBeEmpty: true } : ends;
    }
    return rest;
  }

  #join(before: Ends, behind: Ends): Ends {
    this.#link(before.last, behind.first);
    return {
      first: before.canBeEmpty ? [...before.first, ...behind.first] : before.first,
      last: behind.canBeEmpty ? [...before.last, ...behind.last] : behind.last,
      canBeEmpty: before.canBeEmpty && behind.canBeEmpty,
    };
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      for (const other of to) {
        const after = this.#after[one];
        after?.set(other, (after.get(other) ?? 0) + 1);
      }
    }
  }
}
