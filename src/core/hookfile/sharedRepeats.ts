import type { CharSet } from './charSet.ts';
import { overlap } from './charSet.ts';
import type { RegexTree } from './regexTree.ts';

/** So many repetitions are as bad as any number of them, where a text can be read in two ways at each. */
export const manyRepeats = 20;

/**
 * From so many on, repetitions in a row are told: of a text of 200 times one character, three try a million ways, which
 * takes some milliseconds, and four try 60 million, which takes longer than a match may.
 */
const tooMany = 4;

/** How many parts are looked at, for all characters together. */
const mostWork = 60_000;

/** How many repetitions can share a text that is one character again and again; by where in a part they are. */
interface Shares {
  /** From its beginning to its end; less than none where the text does not get through. */
  readonly through: number;
  /** From somewhere in it to its end, and from its beginning to somewhere in it. */
  readonly toEnd: number;
  readonly fromStart: number;
  readonly inside: number;
  /** Whether a text that is not empty gets through. */
  readonly doesTake: boolean;
}

const closed = Number.NEGATIVE_INFINITY;
const empty: Shares = { through: 0, toEnd: 0, fromStart: 0, inside: 0, doesTake: false };
const wall: Shares = { ...empty, through: closed };

/**
 * Whether so many repetitions come one after the other that a text of one character again and again can be shared among
 * them in too many ways, as `.*.*.*.*`. What can be left out, or takes the same character, does not keep them apart;
 * a word does, as in `.*foo.*bar.*`. That a match is looked for from every place counts as a repetition at the start.
 */
export function hasSharedRepeats(tree: RegexTree): boolean {
  const chars = new Set<number>();
  const size = collect(tree, chars);
  return [...chars].slice(0, Math.ceil(mostWork / size)).some((char) => {
    const { inside, fromStart } = sharesOf(tree, [[char, char]]);
    return Math.max(inside, fromStart + 1) >= tooMany;
  });
}

/** Collects one character of each stretch, one of which is in whatever several sets share; gives the number of parts. */
export function collect(tree: RegexTree, chars: Set<number>): number {
  switch (tree.kind) {
    case 'chars':
      for (const [from] of tree.set) {
        chars.add(from);
      }
      return 1;
    case 'barrier':
    case 'reference':
      return 1;
    case 'look':
    case 'repeat':
      return 1 + collect(tree.part, chars);
    case 'sequence':
    case 'choice':
      return tree.parts.reduce((sum, part) => sum + collect(part, chars), 1);
  }
}

function sharesOf(tree: RegexTree, char: CharSet): Shares {
  switch (tree.kind) {
    case 'chars':
      return overlap(tree.set, char) ? { ...empty, doesTake: true } : wall;
    case 'barrier':
      return tree.at === 'no-boundary' ? empty : wall;
    case 'reference':
      return empty;
    case 'look': {
      const { fromStart, inside } = sharesOf(tree.part, char);
      return { ...empty, fromStart, inside };
    }
    case 'sequence':
      return tree.parts.map((part) => sharesOf(part, char)).reduce(behind, empty);
    case 'choice':
      return tree.parts.map((part) => sharesOf(part, char)).reduce(either, { ...wall, through: closed });
    case 'repeat':
      return repeated(sharesOf(tree.part, char), tree.least, tree.most);
  }
}

function behind(one: Shares, other: Shares): Shares {
  return {
    through: one.through + other.through,
    toEnd: Math.max(other.toEnd, one.toEnd + other.through),
    fromStart: Math.max(one.fromStart, one.through + other.fromStart),
    inside: Math.max(one.inside, other.inside, one.toEnd + other.fromStart),
    doesTake: one.through + other.through >= 0 && (one.doesTake || other.doesTake),
  };
}

function either(one: Shares, other: Shares): Shares {
  return {
    through: Math.max(one.through, other.through),
    toEnd: Math.max(one.toEnd, other.toEnd),
    fromStart: Math.max(one.fromStart, other.fromStart),
    inside: Math.max(one.inside, other.inside),
    doesTake: one.doesTake || other.doesTake,
  };
}

function repeated(part: Shares, least: number, most: number): Shares {
  if (most === 0) {
    return empty;
  }
  if (most >= manyRepeats && part.doesTake) {
    const inside = Math.max(part.inside, 1 + part.fromStart, 1 + part.toEnd);
    return { through: 1, toEnd: 1 + part.toEnd, fromStart: 1 + part.fromStart, inside, doesTake: true };
  }
  let all = part;
  for (let copy = 1; copy < Math.min(most, tooMany); copy++) {
    all = behind(all, part);
  }
  return least === 0 ? { ...all, through: Math.max(all.through, 0) } : all;
}
