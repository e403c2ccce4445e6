import { expect, it } from 'vitest';
import { parseCodex } from '../../../../src/programs/codex/pure/hookEvents.ts';
import { nextId, picture, play } from '../../../support/claude.ts';

const event = (at: number, name: string, more: object = {}) =>
  parseCodex({ session_id: 's', cwd: '/w', hook_event_name: name, ...more }, { id: nextId(), at });
const rowAfter = (...events: ReturnType<typeof event>[]) =>
  [...play(events).state.agents.values()].map(picture);

// Codex runs both within a millisecond, and a relay knows its time to twenty.
it.each(['startup', 'resume', 'clear'])(
  'a conversation starts with its first prompt, and works whichever of both is heard first: %s',
  (source) => {
    expect(rowAfter(event(1, 'SessionStart', { source }), event(2, 'UserPromptSubmit'))).toEqual(['working']);
    expect(rowAfter(event(1, 'UserPromptSubmit'), event(2, 'SessionStart', { source }))).toEqual(['working']);
  },
);

it('a conversation that goes on in another process works, also where its first prompt is heard too early', () => {
  const turns = [
    event(1, 'SessionStart', { source: 'startup' }),
    event(2, 'UserPromptSubmit'),
    event(3, 'Stop'),
  ];
  const ended = event(4, 'SessionEnd');
  const again = [event(5, 'UserPromptSubmit'), event(6, 'SessionStart', { source: 'resume' })];
  expect(rowAfter(...turns, ended, ...again)).toEqual(['working']);
});

it('a conversation that was compacted by its person waits', () => {
  const compacted = [
    event(3, 'PreCompact', { trigger: 'manual' }),
    event(4, 'SessionStart', { source: 'compact' }),
  ];
  expect(rowAfter(event(1, 'UserPromptSubmit'), event(2, 'Stop'), ...compacted)).toEqual(['idle']);
});
