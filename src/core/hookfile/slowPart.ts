import { connected } from '../runbook/connected.ts';
import { longestRegex } from './hook.ts';
import { stepsOf } from './regexSteps.ts';
import type { RegexTree } from './regexTree.ts';
import { regexTree } from './regexTree.ts';
import type { Work } from './regexWays.ts';
import { mostPlaces, RegexWays } from './regexWays.ts';
import { collect, hasSharedRepeats, manyRepeats } from './sharedRepeats.ts';

/**
 * The part of a regular expression that can make it take for ever: a repetition that can take one text in more and
 * more ways as the text gets longer, as `(a+)+` or `(a|a)*`; small counts within one another, as `(a{1,9}){1,9}`;
 * or all of it, where too many repetitions in a row can share a text, or its groups are too deep to look at. `undefined`
 * where there is none, or it is too much to look at. What looks ahead or behind is taken to let every text through, so a
 * part may be found that is not slow.
 */
export function slowPart(text: string): string | undefined {
  const tree = regexTree(text);
  if (!tree) {
    return text.length > longestRegex ? undefined : text;
  }
  const [exact, rough] = [{ left: 5000 }, { left: 20_000 }];
  const found = loopsIn(tree).find(
    (loop) => isAmbiguous(loop, true, exact) ?? isAmbiguous(loop, false, rough),
  );
  return (
    found?.source ?? crowded(tree)?.source ?? (hasSharedRepeats(tree) || isCrowded(tree) ? text : undefined)
  );
}

type Loop = Extract<RegexTree, { readonly kind: 'repeat' }>;

/** So many repetitions of something that repeats by itself are as bad as any number of them. */
const many = 10;

/** All repetitions without an end, the inner ones before those around them. */
function loopsIn(tree: RegexTree): readonly Loop[] {
  switch (tree.kind) {
    case 'chars':
    case 'barrier':
    case 'reference':
      return [];
    case 'look':
      return loopsIn(tree.part);
    case 'sequence':
    case 'choice':
      return tree.parts.flatMap(loopsIn);
    case 'repeat': {
      const inner = loopsIn(tree.part);
      const isLoop = tree.most >= manyRepeats || (tree.most >= many && inner.length > 0);
      return isLoop ? [...inner, { ...tree, most: Number.POSITIVE_INFINITY }] : inner;
    }
  }
}

/** So many characters take Node about half a second to compare. */
const mostSteps = 20_000_000;

/** The first repetition, from the inside, that takes too many steps by itself. */
function crowded(tree: RegexTree): Loop | undefined {
  const work = { left: 10_000 };
  return repeatsIn(tree).find((loop) => {
    const chars = charsOf(loop, 6);
    const pairs = chars.flatMap((one) => chars.filter((other) => other !== one).map((other) => [one, other]));
    return [...chars.map((char) => [char]), ...pairs].some(
      (word) => stepsOf(loop, word, 'start', mostSteps, work) > mostSteps,
    );
  });
}

/** Whether all of it takes too many steps, looked for from every place of a text. */
function isCrowded(tree: RegexTree): boolean {
  const work = { left: 10_000 };
  return charsOf(tree, 50).some((char) => stepsOf(tree, [char], 'everywhere', mostSteps, work) > mostSteps);
}

function charsOf(tree: RegexTree, most: number): readonly number[] {
  const chars = new Set<number>();
  collect(tree, chars);
  return [...chars].slice(0, most);
}

/**
 * The repetitions with a small count of something that can be gone through in several ways, the inner ones before those
 * around them. Those with a large count are looked at as loops.
 */
function repeatsIn(tree: RegexTree): readonly Loop[] {
  switch (tree.kind) {
    case 'chars':
    case 'barrier':
    case 'reference':
      return [];
    case 'look':
      return repeatsIn(tree.part);
    case 'sequence':
    case 'choice':
      return tree.parts.flatMap(repeatsIn);
    case 'repeat': {
      const isSmall = tree.most > 1 && tree.most < manyRepeats;
      return [...repeatsIn(tree.part), ...(isSmall && doesBranch(tree.part) ? [tree] : [])];
    }
  }
}

function doesBranch(tree: RegexTree): boolean {
  switch (tree.kind) {
    case 'chars':
    case 'barrier':
    case 'reference':
    case 'look':
      return false;
    case 'sequence':
      return tree.parts.some(doesBranch);
    case 'choice':
      return tree.parts.length > 1 || tree.parts.some(doesBranch);
    case 'repeat':
      return tree.most > tree.least || doesBranch(tree.part);
  }
}

/**
 * Whether a way through the loop, back to where it began, can be gone in two ways with one text. Two steps are gone
 * at once, one in each way; where both ways part and meet again on a circle, each round doubles them. Nothing where
 * that is too much work.
 */
function isAmbiguous(loop: Loop, isCounted: boolean, work: Work): boolean | undefined {
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
