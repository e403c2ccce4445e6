import type { CharSet } from './charSet.ts';
import { otherChars, overlap, wordChars } from './charSet.ts';
import type { RegexTree } from './regexTree.ts';

/** What has to be so between two characters: that there is an edge of the text, one of a word, or none of a word. */
type Barrier = number;
const barrierOf = { edge: 1, boundary: 2, 'no-boundary': 4 } as const;
const free: Barrier = 0;

/** Where a part can begin or end, and what is to be passed there. */
interface End {
  readonly place: number;
  readonly barrier: Barrier;
}

/** Where a part can begin and end, and what is to be passed where it is left out; nothing where it cannot be. */
interface Ends {
  readonly first: readonly End[];
  readonly last: readonly End[];
  readonly empty: Barrier | undefined;
}

const nothing: Ends = { first: [], last: [], empty: free };

/** How much may be looked at. */
export interface Work {
  left: number;
}

/** How many places a regular expression has at most that is looked at. */
export const mostPlaces = 4096;

/**
 * The ways that a text can take through a regular expression. A place is one character of it. What a count repeats is
 * there as often, or is repeated without an end where `isCounted` is not so. What looks ahead or behind lets every text
 * through: more ways may be found than there are, and none is missed.
 */
export class RegexWays {
  readonly #sets: CharSet[] = [];
  /** For each place those that may follow, and in how many ways each. */
  readonly #after: Map<number, number>[] = [];
  readonly #isCounted: boolean;
  readonly #work: Work;

  constructor(tree: RegexTree, isCounted: boolean, work: Work) {
    this.#isCounted = isCounted;
    this.#work = work;
    this.#add(tree);
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
    if (this.#work.left <= 0) {
      return nothing;
    }
    switch (tree.kind) {
      case 'chars':
        return this.#addPlace(tree.set);
      case 'barrier':
        return { ...nothing, empty: barrierOf[tree.at] };
      case 'look':
        return nothing;
      case 'reference':
        return tree.part ? this.#add(tree.part) : nothing;
      case 'sequence':
        return tree.parts.reduce<Ends>((ends, part) => this.#join(ends, this.#add(part)), nothing);
      case 'choice': {
        const options = tree.parts.map((part) => this.#add(part));
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          empty: options.map(({ empty }) => empty).reduce(easier, undefined),
        };
      }
      case 'repeat':
        return tree.most === Number.POSITIVE_INFINITY || (!this.#isCounted && tree.most > tree.least)
          ? this.#addLoop(tree.part, tree.least)
          : this.#addCopies(tree.part, tree.least, tree.most);
    }
  }

  #addPlace(set: CharSet): Ends {
    const place = this.#sets.length;
    this.#work.left -= place < mostPlaces ? 1 : this.#work.left;
    this.#sets.push(set);
    this.#after.push(new Map());
    const end = { place, barrier: free };
    return { first: [end], last: [end], empty: undefined };
  }

  #addLoop(part: RegexTree, least: number): Ends {
    const ends = this.#add(part);
    this.#link(ends.last, ends.first);
    return least === 0 ? { ...ends, empty: free } : ends;
  }

  /** Each copy that may be missing is behind the one before it, so that there is one way for each number of them. */
  #addCopies(part: RegexTree, least: number, most: number): Ends {
    let rest: Ends = nothing;
    for (let copy = this.#isCounted ? most : Math.min(most, 1); copy > 0 && this.#work.left > 0; copy--) {
      this.#work.left -= 1;
      const ends = this.#join(this.#add(part), rest);
      rest = copy > least ? { ...ends, empty: free } : ends;
    }
    return rest;
  }

  #join(before: Ends, behind: Ends): Ends {
    this.#link(before.last, behind.first);
    this.#work.left -= before.last.length + behind.first.length;
    const passed = (ends: readonly End[], empty: Barrier) =>
      ends.map(({ place, barrier }) => ({ place, barrier: barrier | empty }));
    return {
      first:
        before.empty === undefined ? before.first : [...before.first, ...passed(behind.first, before.empty)],
      last: behind.empty === undefined ? behind.last : [...passed(before.last, behind.empty), ...behind.last],
      empty:
        before.empty === undefined || behind.empty === undefined ? undefined : before.empty | behind.empty,
    };
  }

  #link(from: readonly End[], to: readonly End[]): void {
    for (const one of from) {
      for (const other of to) {
        if (--this.#work.left < 0) {
          return;
        }
        const after = this.#after[one.place];
        if (after && this.#isOpen(one.barrier | other.barrier, one.place, other.place)) {
          after.set(other.place, (after.get(other.place) ?? 0) + 1);
        }
      }
    }
  }

  /** Whether some text gets from one place to another over what is between them. */
  #isOpen(barrier: Barrier, from: number, to: number): boolean {
    if (barrier === free) {
      return true;
    }
    const [one, other] = [this.#sets[from] ?? [], this.#sets[to] ?? []];
    const doBoth = (a: CharSet, b: CharSet) => overlap(one, a) && overlap(other, b);
    const isSame = doBoth(wordChars, wordChars) || doBoth(gapChars, gapChars);
    const isOther = doBoth(wordChars, gapChars) || doBoth(gapChars, wordChars);
    return (
      (barrier & barrierOf.edge) === 0 &&
      (isOther || (barrier & barrierOf.boundary) === 0) &&
      (isSame || (barrier & barrierOf['no-boundary']) === 0)
    );
  }
}

const gapChars = otherChars(wordChars);

/** What lets through whatever one of two does. */
function easier(one: Barrier | undefined, other: Barrier | undefined): Barrier | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one & other;
}
