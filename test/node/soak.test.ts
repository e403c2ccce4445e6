import { expect, it } from 'vitest';
import { runSoak } from '../../tools/soak/runSoak.ts';

it('twenty agents at once are shown right by every listener, though one of those is killed again and again', async () => {
  const { wrong, left } = await runSoak({ agents: 20, events: 100, perSecond: 30, killEvery: 40 });
  expect({ wrong, left }).toEqual({ wrong: [], left: [] });
});
