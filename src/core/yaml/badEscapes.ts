import type { Document } from 'yaml';
import { isMap, isPair, isScalar, isSeq } from 'yaml';
import type { Span } from './problem.ts';

/** A text in double quotes that has escapes which YAML does not know, and where the first of them is. */
export interface BadEscapes {
  readonly value: Span;
  readonly first: number;
  /** Where each of them is. */
  readonly all: readonly number[];
}

/** The texts with such escapes. An escape that is in no text that was read, or in one that is not closed, is left out. */
export function badEscapes({ contents, errors }: Document, yaml: string): readonly BadEscapes[] {
  const places = errors.flatMap(({ code, pos }) => (code === 'BAD_DQ_ESCAPE' ? [pos[0]] : []));
  places.sort((a, b) => a - b);
  const found: BadEscapes[] = [];
  const waiting: unknown[] = places.length === 0 ? [] : [contents];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isMap(node) || isSeq(node)) {
      waiting.push(...node.items.filter((item) => item !== null && item !== undefined));
    } else if (isPair(node)) {
      waiting.push(...[node.key, node.value].filter((part) => part !== null && part !== undefined));
    } else if (isScalar(node) && node.type === 'QUOTE_DOUBLE' && node.range) {
      const [from, to] = node.range;
      const start = firstFrom(places, from);
      const all = places.slice(start, firstFrom(places, to));
      const [first] = all;
      if (first !== undefined && yaml[to - 1] === '"') {
        found.push({ value: [from, to], first, all });
      }
    }
  }
  return found;
}

/** The index of the first number that is not less, in numbers that grow. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? least) < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
