import { expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { TranscriptEvidence } from '../../../../src/programs/shared/node/transcriptEvidence.ts';
import { hook, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';

it('what a look finds after the end is told to nobody', async () => {
  const known = rosterOf(play([hook(1, 'UserPromptSubmit', { prompt: 'Hi' })]).state);
  const told: Event[] = [];
  let found = () => {};
  const evidence = new TranscriptEvidence({
    program: 'claude-code',
    agents: () => known,
    tell: (event) => told.push(event),
    open: (path) => ({ path, read: async () => [] }),
    look: (_, tell) =>
      new Promise((resolve) => {
        found = () => {
          tell(hook(2, 'Stop'));
          resolve();
        };
      }),
  });
  evidence.start();
  await new Promise(setImmediate);
  const over = evidence.dispose();
  found();
  await over;
  expect(told).toEqual([]);
});
