import { describe, expect, it } from 'vitest';
import { mutedKinds, mutedWords } from '../../../../../src/core/view/notify/muted.ts';
import { usualLevels as usual } from '../../../../../src/core/view/notifyKinds.ts';

describe('what is muted', () => {
  it('is what a person is usually told, and now is not', () => {
    expect(mutedKinds(usual, usual)).toEqual([]);
    expect(mutedKinds({ ...usual, plan: 'badge', died: 'off' }, usual)).toEqual(['plan', 'died']);
  });

  it('is said in a sentence', () => {
    expect(mutedWords([])).toBeUndefined();
    expect(mutedWords(['permission'])).toBe(
      'Permission notifications are muted. The tree and status bar still update.',
    );
    expect(mutedWords(['permission', 'plan', 'died'])).toBe(
      'Permission, plan and exit notifications are muted. The tree and status bar still update.',
    );
  });
});
