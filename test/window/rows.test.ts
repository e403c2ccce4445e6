import { describe, expect } from 'vitest';
import { inCage } from '../agents/support/leftovers.ts';
import { bash, subagent } from '../agents/support/modelScript.ts';
import { gate, until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import { it, itWithClaude } from './support/stage.ts';

describe('the real Claude Code', () => {
  itWithClaude(
    'is a row that works, needs a person and is done, in that order',
    async ({ stage, window, claude }) => {
      const thinking = gate();
      stage.model.script('touch', [
        { text: 'Let me see.', tools: [bash('touch made.txt')], before: thinking },
        { text: 'The turn is over.' },
      ]);
      await claude.submit('Please play:touch');
      await window.seesRow(/^Please play:touch, working/u);
      expect(await window.seesStatus(/^1$/u)).toMatchObject({ warns: false });
      thinking.open();
      await window.seesRow(/^Please play:touch, needs you · Bash touch made\.txt/u);
      expect(await window.seesStatus(/1 needs you/u)).toMatchObject({ warns: true });
      await claude.answer(/Do you want to proceed\?/u, /^Yes$/u);
      await window.seesRow(/^Please play:touch, done · unseen/u);
      expect(await window.seesStatus(/^1 done$/u)).toMatchObject({ warns: false });
      expect(stage.cage.has('made.txt')).toBe(true);
    },
  );

  it('is seen by whoever is in its terminal, and found there after it was killed', async ({
    stage,
    window,
  }) => {
    stage.model.script('hello', [{ text: 'Good morning.' }]);
    const claude = await window.runClaude();
    await claude.submit('Please play:hello');
    await window.seesRow(/^Please play:hello, idle/u);
    const [own] = inCage(stage.cage).filter(({ command }) => /^claude\b/u.test(command));
    process.kill(own?.pid ?? Number.NaN, 'SIGKILL');
    await window.seesToast(/died/u);
    await window.run('workbench.action.closePanel');
    await window.click('Go to Terminal', /died/u);
    await window.seesFocusInTerminal();
    // Until VS Code has drawn a folder anew it cannot say which of its rows a menu is of.
    await window.seesNoRow(/needs you/u);
    const tree = new AgentTree(window);
    await tree.select(/^Please play:hello, died/u);
    await tree.chooseFromMenu(/^Remove from List$/u);
    await window.seesNoRow(/./u);
  });

  itWithClaude('stays selected when its first subagent comes', async ({ stage, window, claude }) => {
    const [first, second] = [gate(), gate()];
    stage.model.script('main', [
      { tools: [subagent('child', { run_in_background: false })], before: first },
      { text: 'The turn is over.' },
    ]);
    stage.model.script('child', [{ text: 'I have looked.', before: second }]);
    await claude.submit('Please play:main');
    await window.seesRow(/^Please play:main, working/u);
    await window.page.locator('.sidebar .monaco-list-row[aria-label^="Please play:main"]').click();
    first.open();
    await window.seesRow(/^general-purpose, working/u);
    const selected = window.page.locator('.sidebar .monaco-list-row.selected');
    await until('the selection', async () =>
      /^Please play:main, /u.test((await selected.getAttribute('aria-label')) ?? ''),
    );
    second.open();
    await window.seesRow(/^Please play:main, (?:idle|done)/u);
  });
});
