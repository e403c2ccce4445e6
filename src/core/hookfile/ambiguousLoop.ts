import { connected } from '../runbook/connected.ts';
import type { RegexTree } from './regexTree.ts';
import type { Work } from './regexWays.ts';
import { mostPlaces, RegexWays } from './regexWays.ts';

/** A part of a regular expression that is repeated. */
export type Loop = Extract<RegexTree, { readonly kind: 'repeat' }>;

/**
 * Whether a way through the loop, back to where it began, can be gone in two ways with one text. Two steps are gone
 * at once, one in each way; where both ways part and meet again on a circle, each round doubles them. Nothing where
 * that is too much work.
 */
export function isAmbiguous(loop: Loop, isCounted: boolean, work: Work): boolean | undefined {
  const ways = new RegexWays(loop, isCounted, work);
  if (work.left <= 0) {
    return undefined;
  }
  const links = new Map<number, Set<number>>();
  const waiting = ways.places.map((place) => pairOf(place, place));
  const reached = new Set(waiting);
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const to = new Set<number>();
    for (const one of ways.after(firstOf(pair))) {
      for (const other of ways.after(secondOf(pair))) {
        if (--work.left <= 0) {
          return undefined;
        }
        if (ways.overlap(one, other)) {
          const next = pairOf(one, other);
          to.add(next);
          if (!reached.has(next)) {
            reached.add(next);
            waiting.push(next);
          }
        }
      }
    }
    links.set(pair, to);
  }
  const groups = connected(links);
  const together = new Set(ways.places.map((place) => groups.get(pairOf(place, place))));
  const doParts = [...links.keys()].some(
    (pair) => firstOf(pair) !== secondOf(pair) && together.has(groups.get(pair)),
  );
  return (
    doParts ||
    ways.doubled.some(([from, to]) => {
      const [start, end] = [pairOf(from, from), pairOf(to, to)];
      return links.get(start)?.has(end) && groups.get(start) === groups.get(end);
    })
  );
}

/** Two places as one number; which of the two comes first does not matter. */
function pairOf(one: number, other: number): number {
  return Math.min(one, other) * mostPlaces + Math.max(one, other);
}

const firstOf = (pair: number) => Math.floor(pair / mostPlaces);
const secondOf = (pair: number) => pair % mostPlaces;
