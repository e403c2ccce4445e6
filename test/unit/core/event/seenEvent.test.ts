import { expect, it } from 'vitest';
import { heardEvent } from '../../../../src/core/event/heardEvent.ts';
import { seenName, seenPayload } from '../../../../src/core/event/seenEvent.ts';
import { hook } from '../../../support/claude.ts';

const head = { program: 'beckon', event: seenName, id: 'e', at: 5, env: {}, waits: false, spooled: false };

it('a look travels to a peer, and nothing else does under its name', () => {
  const seen = { ...hook(5, 'Stop'), type: 'seen' } as const;
  expect(heardEvent([], head, seenPayload(seen) ?? {}, 9)?.event).toEqual({
    id: 'e',
    at: 5,
    program: 'claude-code',
    session: 's1',
    evidence: 'hook',
    type: 'seen',
  });
  expect(heardEvent([], head, { program: '', session: 's1' }, 9)).toBeUndefined();
  expect(seenPayload(hook(5, 'Stop'))).toBeUndefined();
});
