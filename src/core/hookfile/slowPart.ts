import type { Loop } from './ambiguousLoop.ts';
import { isAmbiguous } from './ambiguousLoop.ts';
import { longestRegex } from './hook.ts';
import { stepsOf } from './regexSteps.ts';
import type { RegexTree } from './regexTree.ts';
import { regexTree } from './regexTree.ts';
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
  const found = repeatsIn(tree, asLoop).find(
    (loop) => isAmbiguous(loop, true, exact) ?? isAmbiguous(loop, false, rough),
  );
  return (
    found?.source ?? crowded(tree)?.source ?? (hasSharedRepeats(tree) || isCrowded(tree) ? text : undefined)
  );
}

/** So many repetitions of something that repeats by itself are as bad as any number of them. */
const many = 10;

/** A repetition without an end. */
function asLoop(repeat: Loop, inner: readonly Loop[]): Loop | undefined {
  const isLoop = repeat.most >= manyRepeats || (repeat.most >= many && inner.length > 0);
  return isLoop ? { ...repeat, most: Number.POSITIVE_INFINITY } : undefined;
}

/** One with a small count, of something that can be gone through in several ways; those with a large one are loops. */
function asSmall(repeat: Loop): Loop | undefined {
  const isSmall = repeat.most > 1 && repeat.most < manyRepeats;
  return isSmall && doesBranch(repeat.part) ? repeat : undefined;
}

/** The repetitions that are picked, the inner ones before those around them. */
function repeatsIn(
  tree: RegexTree,
  pick: (repeat: Loop, inner: readonly Loop[]) => Loop | undefined,
): readonly Loop[] {
  switch (tree.kind) {
    case 'chars':
    case 'barrier':
    case 'reference':
      return [];
    case 'look':
      return repeatsIn(tree.part, pick);
    case 'sequence':
    case 'choice':
      return tree.parts.flatMap((part) => repeatsIn(part, pick));
    case 'repeat': {
      const inner = repeatsIn(tree.part, pick);
      const picked = pick(tree, inner);
      return picked ? [...inner, picked] : inner;
    }
  }
}

/** So many characters take Node about half a second to compare. */
const mostSteps = 20_000_000;

/** The first repetition, from the inside, that takes too many steps by itself. */
function crowded(tree: RegexTree): Loop | undefined {
  const work = { left: 10_000 };
  return repeatsIn(tree, asSmall).find((loop) => {
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
