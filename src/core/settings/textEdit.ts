import type { Node } from 'jsonc-parser';
import { endOf } from './settingsText.ts';

/** A piece of a text that is replaced. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.offset + edit.length),
      text,
    );
}

/** What stands between the brackets of an object or an array. */
export function innerText(text: string, container: Node): string {
  return text.slice(container.offset + 1, endOf(container) - 1);
}

/** Replaces what stands between the brackets. */
export function replaceInner(container: Node, text: string): TextEdit {
  return { offset: container.offset + 1, length: container.length - 2, text };
}

/**
 * Takes children out of an object or an array, each with the comma and the white space that came with it, so that
 * what was appended and is taken out leaves the very bytes that were there.
 *
 * `empty` is what is to stand between the brackets when no child is left.
 */
export function cutChildren(container: Node, doomed: ReadonlySet<Node>, empty: string): readonly TextEdit[] {
  const children = container.children ?? [];
  const first = children.findIndex((child) => !doomed.has(child));
  const survivor = children[first];
  if (!survivor) {
    return doomed.size > 0 ? [replaceInner(container, empty)] : [];
  }
  const start = children[0]?.offset ?? survivor.offset;
  const leading = first > 0 ? [{ offset: start, length: survivor.offset - start, text: '' }] : [];
  const others = children.flatMap((child, index) => {
    const previous = children[index - 1];
    return index > first && previous && doomed.has(child)
      ? [{ offset: endOf(previous), length: endOf(child) - endOf(previous), text: '' }]
      : [];
  });
  return [...leading, ...others];
}
