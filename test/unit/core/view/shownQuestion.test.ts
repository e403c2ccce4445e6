import { describe, expect, it } from 'vitest';
import type { ShownQuestion } from '../../../../src/core/view/shownQuestion.ts';
import { isUnread, noteQuestion } from '../../../../src/core/view/shownQuestion.ts';

/** Looks at a row at each of these moments: what it asks then, if anything. */
function looked(...looks: readonly (readonly [now: number, decision?: string])[]): ShownQuestion | undefined {
  return looks.reduce<ShownQuestion | undefined>(
    (last, [now, decision]) => noteQuestion(last, decision, now),
    undefined,
  );
}

const one = { several: false };

describe('a question in a row', () => {
  it('is answered by one click where it is the first', () => {
    expect(isUnread(looked([0, 'a']), 'a', { ...one, now: 0 })).toBe(false);
  });

  it('is read first for two seconds where it took the place of another', () => {
    const shown = looked([0, 'a'], [5000, 'b']);
    expect(isUnread(shown, 'b', { ...one, now: 6999 })).toBe(true);
    expect(isUnread(shown, 'b', { ...one, now: 7000 })).toBe(false);
  });

  it('takes the place of another that went a moment ago', () => {
    expect(isUnread(looked([0, 'a'], [5000], [5500], [6900, 'b']), 'b', { ...one, now: 6900 })).toBe(true);
  });

  it('takes nobody’s place a while after the last', () => {
    expect(isUnread(looked([0, 'a'], [5000], [7000, 'b']), 'b', { ...one, now: 7000 })).toBe(false);
  });

  it('that the row has not shown yet is read first where several wait', () => {
    expect(isUnread(looked([0, 'a']), 'b', { several: true, now: 9000 })).toBe(true);
    expect(isUnread(looked([0, 'a']), 'a', { several: true, now: 9000 })).toBe(false);
  });
});
