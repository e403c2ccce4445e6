import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseSettled, settledPayload } from '../../../../src/core/event/settledEvent.ts';

const head = { id: 'e1', at: 1 };
const who = { program: 'claude-code', session: 's1', evidence: 'hook' } as const;

describe('the end of a decision, as peers tell it', () => {
  it.each([
    [{ outcome: 'approved' }],
    [{ outcome: 'approved', edited: true }],
    [{ outcome: 'denied', child: { id: 'a1' } }],
  ] as const)('arrives as it was: %j', (how) => {
    const event = { ...head, ...who, ...how, type: 'decisionSettled', decision: 'p1' } as Event;
    expect(parseSettled(JSON.parse(JSON.stringify(settledPayload(event))), head)).toEqual(event);
  });

  it('is nothing else', () => {
    expect(settledPayload({ ...head, ...who, type: 'noted' })).toBeUndefined();
    const told = { program: 'p', session: 's', decision: 'd', outcome: 'approved', edited: 'yes' };
    expect(parseSettled(told, head)).toBeUndefined();
  });
});
