import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { latestRecord } from '../../../../src/core/event/latestRecord.ts';

function noticed(at: number, facts: Event['facts']): Event {
  const head = { id: `e${at}`, at, program: 'p', session: 's', evidence: 'transcript' } as const;
  return { ...head, type: 'workNoticed', ...(facts ? { facts } : {}) };
}

describe('a piece of history', () => {
  it('is its newest event with the facts of all, and the first prompt of all', () => {
    const events = [
      noticed(1, { firstPrompt: 'One', model: 'a' }),
      noticed(5, { firstPrompt: 'Two' }),
      noticed(3, { model: 'b' }),
      noticed(2, undefined),
    ];
    expect(latestRecord(events)).toMatchObject({ at: 5, facts: { firstPrompt: 'One', model: 'b' } });
  });

  it('is the later line of two of one moment', () => {
    const failed: Event = { ...noticed(1, {}), id: 'f', type: 'turnFailed', error: { class: 'other' } };
    expect(latestRecord([noticed(1, {}), failed])?.type).toBe('turnFailed');
  });

  it('is nothing when nothing happened', () => {
    expect(latestRecord([])).toBeUndefined();
  });
});
