import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { onStage } from './support/stage.ts';

const it = onStage();

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
const asks = /needs you · Bash touch made\.txt/u;
const idle = /^Please play:touch, idle/u;
const sentence = /^Claude · ws · main wants to run: touch made\.txt$/u;
const dialog = /Do you want to proceed\?/u;

describe('a decision that waits', () => {
  it('outlives a reload of its window, and can be approved after it', async ({ stage, window }) => {
    stage.model.script('touch', touch);
    const claude = await window.runClaude();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await window.reload();
    await window.seesRow(asks);
    await window.seesToast(sentence);
    expect(stage.cage.has('made.txt')).toBe(false);
    await window.click('Approve', sentence);
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
    await claude.sees(/The turn is over\./u);
  });

  it('is handed to another window when its own is closed', async ({ stage, window }) => {
    stage.model.script('touch', touch);
    const other = await stage.open();
    const claude = await window.runClaude();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await other.seesRow(asks);
    expect(await other.toasts()).toEqual([]);
    await window.close();
    await other.seesToast(sentence);
    await other.click('Approve', sentence);
    await other.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  it('is left to the terminal when the last window is closed', async ({ stage, window }) => {
    stage.model.script('touch', touch);
    const claude = await stage.claudeOutside();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await window.close();
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    expect(stage.cage.has('made.txt')).toBe(true);
  });
});
