import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { AgentTree } from './support/agentTree.ts';
import { it, itWithClaude } from './support/stage.ts';

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
const asks = /needs you · Bash touch made\.txt/u;
const idle = /^Please play:touch, (?:idle|done)/u;
const sentence = / wants to run: touch made\.txt \(ws · main\)$/u;
const dialog = /Do you want to proceed\?/u;

describe('an agent that was killed', () => {
  it('is still shown after a reload, and told of once, until it is forgotten', async ({ stage, window }) => {
    stage.model.script('hello', [{ text: 'Good morning.' }]);
    // Not in the window: its terminal would come back with the reload, at a time of its own.
    const claude = await stage.claudeOutside();
    await claude.submit('Please play:hello');
    await window.seesRow(/^Please play:hello, (?:idle|done)/u);
    await claude.killHard();
    await window.seesToast(/died/u);
    await window.reload();
    await window.seesRow(/^Please play:hello, died/u);
    const tree = new AgentTree(window);
    await tree.select(/^Please play:hello, died/u);
    await tree.chooseFromMenu(/^Remove from List$/u);
    await window.seesNoRow(/./u);
    expect(await window.toasts()).toEqual([]);
  });
});

describe('a decision that waits', () => {
  itWithClaude(
    'outlives a reload of its window, and can be approved after it',
    async ({ stage, window, claude }) => {
      stage.model.script('touch', touch);
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
    },
  );

  it('is handed to another window when its own is closed', async ({ stage, window }) => {
    stage.model.script('touch', touch);
    const other = await stage.open();
    const claude = await window.runClaude();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    // It shows the same, and leaves the telling to the window with the terminal.
    await other.seesRow(asks);
    expect(stage.listeners()).toHaveLength(2);
    await window.close();
    expect(stage.listeners()).toHaveLength(1);
    await other.seesToast(sentence);
    await other.click('Approve', sentence);
    await other.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  it('is left to the terminal when the last window is closed, and leaves no discovery file', async ({
    stage,
    window,
  }) => {
    stage.model.script('touch', touch);
    const claude = await stage.claudeOutside();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await window.close();
    expect(stage.listeners()).toEqual([]);
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    expect(stage.cage.has('made.txt')).toBe(true);
  });
});
