import type { CharSet } from './charSet.ts';
import { anyOnLine, charSet, classEscapes, otherChars } from './charSet.ts';
import { longestRegex } from './hook.ts';

/** A part of a regular expression, as far as it matters what texts it takes. */
export type RegexTree =
  | { readonly kind: 'chars'; readonly set: CharSet }
  /** A place that takes nothing and only lets some texts through. */
  | { readonly kind: 'barrier'; readonly at: 'edge' | 'boundary' | 'no-boundary' }
  /** A look ahead or behind. */
  | { readonly kind: 'look'; readonly part: RegexTree }
  /** What a group took, once more; without a part nobody knows what that is. */
  | { readonly kind: 'reference'; readonly part?: RegexTree | undefined }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly RegexTree[] }
  | {
      readonly kind: 'repeat';
      readonly part: RegexTree;
      readonly least: number;
      readonly most: number;
      /** How it is written. */
      readonly source: string;
    };

/** Deeper than anybody nests groups, and much less deep than a stack. */
const deepest = 250;

/** Reads a regular expression that JavaScript accepts, without flags; nothing where it is too much to look at. */
export function regexTree(text: string): RegexTree | undefined {
  if (text.length > longestRegex) {
    return undefined;
  }
  const reader = new RegexReader(text);
  const tree = reader.readChoice(0);
  return reader.isDone ? tree : undefined;
}

class RegexReader {
  readonly #text: string;
  #at = 0;
  #isTooDeep = false;
  readonly #groups = new Map<string, RegexTree>();
  #groupCount = 0;
  #referenceCount = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads up to the end of a group. What is too deep is left, and all behind it. */
  readChoice(depth: number): RegexTree {
    this.#isTooDeep ||= depth > deepest;
    const options: RegexTree[] = [];
    do {
      const parts: RegexTree[] = [];
      while (!this.isDone && !/[|)]/u.test(this.#text[this.#at] ?? '') && !this.#isTooDeep) {
        parts.push(this.#readRepeat(depth));
      }
      options.push({ kind: 'sequence', parts });
    } while (this.#take(/\|/uy) !== undefined);
    return { kind: 'choice', parts: options };
  }

  #take(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #readRepeat(depth: number): RegexTree {
    const from = this.#at;
    const part = this.#readPart(depth);
    const sign = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy);
    if (sign === undefined) {
      return part;
    }
    const [least = 0, most = Number.POSITIVE_INFINITY] = sign.startsWith('{')
      ? amounts(sign)
      : sign.startsWith('+')
        ? [1]
        : sign.startsWith('?')
          ? [0, 1]
          : [];
    return { kind: 'repeat', part, least, most, source: this.#text.slice(from, this.#at) };
  }

  #readPart(depth: number): RegexTree {
    const barrier = barriers.get(this.#take(/[$^]|\\[Bb]/uy) ?? '');
    if (barrier) {
      return { kind: 'barrier', at: barrier };
    }
    const named = this.#take(/\\[1-9]\d*|\\k<[^>]*>/uy);
    if (named !== undefined) {
      this.#referenceCount += 1;
      return { kind: 'reference', part: this.#groups.get(named.replace(/^\\(?:k<)?|>$/gu, '')) };
    }
    const opening = this.#take(/\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/uy);
    if (opening !== undefined) {
      return this.#readGroup(opening, depth);
    }
    if (this.#take(/\./uy) !== undefined) {
      return { kind: 'chars', set: anyOnLine };
    }
    return { kind: 'chars', set: this.#take(/\[/uy) === undefined ? this.#readChar() : this.#readClass() };
  }

  #readGroup(opening: string, depth: number): RegexTree {
    const isLook = /[=!]$/u.test(opening);
    const isKept = !isLook && !opening.endsWith(':');
    const number = isKept ? ++this.#groupCount : 0;
    const before = this.#referenceCount;
    const part = this.readChoice(depth + 1);
    this.#take(/\)/uy);
    // With references to what has references itself, a short text could stand for an endless one.
    if (isKept && this.#referenceCount === before) {
      this.#groups.set(String(number), part);
      this.#groups.set(opening.slice('(?<'.length, -1), part);
    }
    return isLook ? { kind: 'look', part } : part;
  }

  #readClass(): CharSet {
    const isNegated = this.#take(/\^/uy) !== undefined;
    const stretches: (readonly [number, number])[] = [];
    while (!this.isDone && this.#take(/\]/uy) === undefined) {
      const start = this.#readChar();
      const before = this.#at;
      const end = this.#take(/-(?!\])/uy) === undefined ? undefined : this.#readChar();
      const [from, to] = [only(start), end && only(end)];
      if (from !== undefined && to !== undefined) {
        stretches.push([from, to]);
      } else {
        this.#at = before;
        stretches.push(...start);
      }
    }
    const set = charSet(stretches);
    return isNegated ? otherChars(set) : set;
  }

  #readChar(): CharSet {
    const sequence = this.#take(/\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|[0-3]?[0-7]{1,2}|[\s\S])/y);
    if (sequence === undefined) {
      const char = this.#text.charCodeAt(this.#at++);
      return [[char, char]];
    }
    const set = classEscapes.get(sequence.slice(1));
    const char = escapedChar(sequence.slice(1));
    return set ?? [[char, char]];
  }
}

const barriers: ReadonlyMap<string, Extract<RegexTree, { readonly kind: 'barrier' }>['at']> = new Map([
  ['^', 'edge'],
  ['$', 'edge'],
  ['\\b', 'boundary'],
  ['\\B', 'no-boundary'],
]);

/** The one unit of a set that has only one. */
function only([first, ...others]: CharSet): number | undefined {
  return first && others.length === 0 && first[0] === first[1] ? first[0] : undefined;
}

function amounts(sign: string): number[] {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)/u.exec(sign) ?? [];
  const from = Number(least);
  return comma ? (most ? [from, Number(most)] : [from]) : [from, from];
}

const controls: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['f', 12],
  ['b', 8],
]);

function escapedChar(sequence: string): number {
  const kind = sequence[0] ?? '';
  if ((kind === 'x' || kind === 'u') && sequence.length > 1) {
    return Number.parseInt(sequence.slice(1), 16);
  }
  if (kind === 'c' && sequence.length > 1) {
    return sequence.charCodeAt(1) % 32;
  }
  return /^[0-7]+$/u.test(sequence)
    ? Number.parseInt(sequence, 8)
    : (controls.get(sequence) ?? sequence.charCodeAt(0));
}
