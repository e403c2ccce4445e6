import type { FocusKeeper } from './focusKeeper.ts';

/** Carries out a command; a link of a message also says how. */
export type Handler = (target?: unknown, how?: unknown) => unknown;

/** Lets a command give the keyboard back to where it was. */
export type ComingBack = (act: Handler) => Handler;

/**
 * Gives the keyboard back after a command from a message or the palette. A command from a row, which names an agent and
 * nothing else, stays in the tree.
 */
export function comingBackTo(focus: FocusKeeper): ComingBack {
  return (act) => async (target, how) => {
    const { place } = focus;
    const isGone = (await act(target, how)) === 'gone';
    if (!isGone && (typeof how === 'string' || target === undefined)) {
      focus.restore(place);
    }
  };
}
