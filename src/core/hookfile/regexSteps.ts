import type { CharSet } from './charSet.ts';
import { overlap, wordChars } from './charSet.ts';
import type { RegexTree } from './regexTree.ts';
import type { Work } from './regexWays.ts';

/** How long a text is gone through; one that a person would write into a command. */
const length = 100;

/** In how many ways each place of a text is reached. */
type Reached = readonly number[];

/** One start at the first place of a text. */
const once: Reached = Array.from({ length: length + 1 }, (_, at) => (at === 0 ? 1 : 0));
/** A match is looked for from every place. */
const everywhere: Reached = once.map(() => 1);

/**
 * How many characters are compared until a regular expression has given up on a text, where a word is written again and
 * again: that is what small counts within one another, as `(\w{1,9}){1,9}`, make too many. Ends early where it is more
 * than `most`. What looks ahead or behind lets every text through, and so does what stands for an earlier group.
 */
export function stepsOf(
  tree: RegexTree,
  word: readonly number[],
  from: 'start' | 'everywhere',
  most: number,
  work: Work,
): number {
  const walk = new Walk(word, most, work);
  walk.through(tree, from === 'start' ? once : everywhere);
  return walk.steps;
}

class Walk {
  steps = 0;
  readonly #word: readonly number[];
  readonly #most: number;
  readonly #work: Work;
  readonly #empty = new Map<RegexTree, number>();

  constructor(word: readonly number[], most: number, work: Work) {
    this.#word = word;
    this.#most = most;
    this.#work = work;
  }

  through(tree: RegexTree, reached: Reached): Reached {
    this.#work.left -= 1;
    if (!this.#goesOn(reached)) {
      return none;
    }
    switch (tree.kind) {
      case 'chars':
        return this.#pass(tree.set, reached);
      case 'barrier':
        return reached.map((ways, at) => (this.#isOpen(tree.at, at) ? ways : 0));
      case 'look':
        this.through(tree.part, reached);
        return reached;
      case 'reference':
        return reached;
      case 'sequence':
        return tree.parts.reduce((now, part) => this.through(part, now), reached);
      case 'choice':
        return tree.parts.map((part) => this.through(part, reached)).reduce(sum, none);
      case 'repeat':
        return this.#repeat(tree, reached);
    }
  }

  #pass(set: CharSet, reached: Reached): Reached {
    const takes = this.#word.map((char) => overlap(set, [[char, char]]));
    const next = [0];
    for (let at = 0; at < length; at++) {
      const ways = reached[at] ?? 0;
      this.steps += ways;
      next.push(takes[at % takes.length] ? ways : 0);
    }
    return next;
  }

  #repeat(tree: Extract<RegexTree, { readonly kind: 'repeat' }>, reached: Reached): Reached {
    const empty = this.#empty.get(tree) ?? emptyWays(tree.part);
    this.#empty.set(tree, empty);
    let now = reached;
    let ends = tree.least === 0 ? reached : none;
    for (let copy = 1; copy <= Math.min(tree.most, length) && this.#goesOn(now); copy++) {
      const before = now;
      const next = this.through(tree.part, before);
      // One that takes nothing is not tried once there are enough.
      now = copy > tree.least ? next.map((ways, at) => Math.max(0, ways - empty * (before[at] ?? 0))) : next;
      ends = copy >= Math.min(tree.least, length) ? sum(ends, now) : ends;
    }
    return ends;
  }

  #goesOn(reached: Reached): boolean {
    return this.#work.left > 0 && this.steps <= this.#most && reached.some((ways) => ways > 0);
  }

  #isOpen(barrier: 'edge' | 'boundary' | 'no-boundary', at: number): boolean {
    if (barrier === 'edge') {
      return at === 0 || at === length;
    }
    const isWord = (place: number) => {
      const char = this.#word[place % this.#word.length] ?? 0;
      return place >= 0 && place < length && overlap(wordChars, [[char, char]]);
    };
    return (isWord(at - 1) !== isWord(at)) === (barrier === 'boundary');
  }
}

const none: Reached = once.map(() => 0);

function sum(one: Reached, other: Reached): Reached {
  return one.map((ways, at) => ways + (other[at] ?? 0));
}

/** In how many ways a part takes nothing. */
function emptyWays(tree: RegexTree): number {
  switch (tree.kind) {
    case 'chars':
      return 0;
    case 'barrier':
    case 'look':
    case 'reference':
      return 1;
    case 'sequence':
      return tree.parts.reduce((ways, part) => ways * emptyWays(part), 1);
    case 'choice':
      return tree.parts.reduce((ways, part) => ways + emptyWays(part), 0);
    case 'repeat':
      return tree.least === 0 ? 1 : emptyWays(tree.part) ** tree.least;
  }
}
