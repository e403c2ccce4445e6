import { describe, expect } from 'vitest';
import { bash } from '../agents/support/modelScript.ts';
import { gate } from '../agents/support/until.ts';
import { it } from './support/stage.ts';

const sentence = /^Claude · ws · main wants to run: touch made\.txt$/u;

describe('a window whose page has crashed', () => {
  it('leaves what its agents ask to another, though its extension host lives on', async ({
    stage,
    window,
  }) => {
    const asks = gate();
    stage.model.script('touch', [
      { tools: [bash('touch made.txt')], before: asks },
      { text: 'The turn is over.' },
    ]);
    const crashed = await stage.open();
    const claude = await crashed.runClaude();
    await claude.submit('Please play:touch');
    await window.seesRow(/^Please play:touch, working/u);
    await crashed.crash();
    expect(stage.listeners()).toHaveLength(2);
    asks.open();
    await window.seesToast(sentence);
    await window.click('Approve', sentence);
    await window.seesRow(/^Please play:touch, idle/u);
    expect(stage.cage.has('made.txt')).toBe(true);
  });
});
