import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { leftByNow, leftByRelay } from '../../../../src/core/roster/leftRequests.ts';
import { agentOf, hook, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';

const ask = hook(1000, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
const hidden = { ...ask, givesWayAt: 21_000 } as Event;
const notice = hook(1000, 'Notification', { notification_type: 'permission_prompt' });
const leftBy = (events: readonly Event[], now: number) => leftByNow(rosterOf(play(events).state), now);
const after = (...events: readonly (Event | undefined)[]) => agentOf(play(events).state)?.prompts;

describe('a request that gives way', () => {
  it('is left to the terminal when its time is up, whoever held it', () => {
    expect(leftBy([hidden], 20_999)).toEqual([]);
    const [left] = leftBy([hidden], 50_000);
    expect(after(hidden, left)).toMatchObject([{ id: ask.id, escalatedAt: 21_000 }]);
  });

  it('is left once, also where its holder says so too', () => {
    const [left] = leftBy([hidden], 21_000);
    const told = { ...left, id: `${ask.id}-escalated`, at: 21_004 } as Event;
    expect(leftBy([hidden, told], 50_000)).toEqual([]);
    expect(after(hidden, told, left)).toEqual(after(hidden, told));
  });

  it('is left when its time is up, also where the word of its holder came before it', () => {
    const works = hook(500, 'UserPromptSubmit', { prompt: 'list' });
    const [left] = leftBy([hidden], 21_000);
    const early = { ...left, at: 1001 } as Event;
    const [again] = leftBy([works, early, hidden], 21_000);
    expect(after(works, early, hidden, again)).toMatchObject([{ id: ask.id, escalatedAt: 21_000 }]);
  });

  it('of a subagent is left there', () => {
    const child = { ...hidden, child: { id: 'a' } } as Event;
    expect(leftBy([child], 21_000)).toMatchObject([{ session: 's1', child: { id: 'a' }, decision: ask.id }]);
  });

  it('is no other: what its own terminal shows waits as long as it takes', () => {
    expect(leftBy([ask, notice], Number.POSITIVE_INFINITY)).toEqual([]);
  });
});

describe('a request that its relay kept', () => {
  const leftByCopy = (events: readonly Event[], { id }: Event) =>
    leftByRelay(rosterOf(play(events).state), id, 5000);

  it('waits nowhere any more, however much of its time is left', () => {
    for (const request of [hidden, ask]) {
      expect(after(request, leftByCopy([request], request))).toMatchObject([
        { id: ask.id, escalatedAt: 5000 },
      ]);
    }
  });

  it('is one that is known to wait: a notice does not, and one that was not heard yet is told as it is', () => {
    expect(leftByCopy([notice], notice)).toBeUndefined();
    expect(leftByCopy([], ask)).toBeUndefined();
    expect(leftByCopy([{ ...ask, replies: [] } as Event], ask)).toBeUndefined();
  });
});
