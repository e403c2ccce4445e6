import { describe, expect } from 'vitest';
import { bash } from '../agents/support/modelScript.ts';
import { gate } from '../agents/support/until.ts';
import { done, forgetRun, startRun, writeRunbook } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

describe('a window whose page has crashed', () => {
  it('leaves its run, and what the agent asks, to another, though its extension host lives on', async ({
    stage,
    window,
  }) => {
    writeRunbook(stage.cage);
    const asks = gate();
    const touch = { tools: [bash('touch made.txt')], before: asks };
    stage.model.script('quiet', [touch, done, { text: 'The turn is over.' }]);
    const crashed = await stage.open();
    await startRun(crashed, 'quiet');
    await window.seesRow(/^run quiet, working/u);
    await stage.model.asked('quiet');
    await crashed.crash();
    expect(stage.listeners()).toHaveLength(2);
    asks.open();
    await window.seesToast(/touch made\.txt/u);
    await window.click('Approve', /touch made\.txt/u);
    await window.seesRow(/^run quiet, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forgetRun(window, 'quiet');
  });
});
