import type { Found, Problem } from './problem.ts';
import type { TextLines } from './textLines.ts';

/** More than anybody mends in one go; the rest is told when these are mended. */
const mostProblems = 1000;

/** Each problem once, in the order of their places, by codes of a family: `runbook.syntax`. */
export function problemsOf<Family extends string, Code extends string>(
  family: Family,
  found: readonly Found<Code>[],
  lines: TextLines,
): readonly Problem<`${Family}.${Code}`>[] {
  // What stands behind an anchor is read at each of its aliases.
  const once = new Map(found.map((one) => [JSON.stringify([one.span, one.code, one.message]), one]));
  return [...once.values()]
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])
    .slice(0, mostProblems)
    .map(({ span, code, ...problem }) => ({
      ...problem,
      code: `${family}.${code}` as const,
      range: lines.rangeOf(span),
    }));
}
