import { expect, it } from 'vitest';
import { runFuzz } from '../../tools/fuzz/runFuzz.ts';

it('damaged requests and texts break neither the listener nor what reads them', async () => {
  expect(await runFuzz({ seed: 1, requests: 300, texts: 300 })).toEqual([]);
});
