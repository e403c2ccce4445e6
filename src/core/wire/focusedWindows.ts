import type { Discovery } from './discovery.ts';

/** How many windows have the focus. One whose page is gone cannot tell any more that it lost it. */
export function focusedWindows(
  isFocused: boolean,
  others: readonly Pick<Discovery, 'focused' | 'asks'>[],
): number {
  return others.filter(({ focused, asks }) => focused && asks).length + (isFocused ? 1 : 0);
}
