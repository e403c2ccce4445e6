import type { Span } from '../core/yaml/problem.ts';

/** One change of a text: what stands at a span becomes another text. */
export interface SpanEdit {
  readonly span: Span;
  readonly text: string;
}

/** The text after all changes, which do not overlap. */
export function applyEdits(text: string, edits: readonly SpanEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, text: put } of inOrder(edits)) {
    pieces.push(text.slice(at, span[0]), put);
    at = span[1];
  }
  return [...pieces, text.slice(at)].join('');
}

/** Changes in the order of their places. Those at one place stay in the order they were given in. */
export function inOrder(edits: readonly SpanEdit[]): readonly SpanEdit[] {
  return edits.toSorted((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
}

/** Whether two of the changes touch the same text, or the same place in it. */
export function doOverlap(one: readonly SpanEdit[], other: readonly SpanEdit[]): boolean {
  return one.some((a) => other.some((b) => a.span[0] <= b.span[1] && b.span[0] <= a.span[1]));
}
