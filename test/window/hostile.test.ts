import { describe, expect } from 'vitest';
import { bash, planSteps, type Step, type ToolUse } from '../agents/support/modelScript.ts';
import { AgentTree } from './support/agentTree.ts';
import { AskDocument } from './support/askDocument.ts';
import { PlanPage } from './support/planPage.ts';
import { QuickPick } from './support/quickPick.ts';
import { it, itWithClaude } from './support/stage.ts';

const trap = '[link](command:workbench.action.reloadWindow) $(bell) <b>bold</b>';

describe('what a hostile agent writes', () => {
  itWithClaude(
    'is dead in the toast, the row, the tooltip and the palette',
    async ({ stage, window, claude }) => {
      const steps: readonly Step[] = [{ tools: [bash(`touch '${trap}'\nrm -rf build`)] }];
      stage.model.script('trap', steps);
      await claude.submit('Please play:trap');
      const toast = await window.seesToast(/wants to run: touch/u);
      expect(toast.links).toEqual([]);
      expect(toast.text).toMatch(/\$\u200b?\(bell\)/u);
      expect(toast.text).toMatch(/⏎ ?rm -rf build/u);
      const row = /needs you · Bash touch/u;
      await window.seesRow(row);
      const tree = new AgentTree(window);
      expect(await tree.live(row)).toEqual([]);
      const { text, links } = await tree.tooltip(row);
      expect(text).toMatch(/\$\u200b?\(bell\)/u);
      expect(links.filter((link) => !/^command:beckon\./u.test(link))).toEqual([]);
      const pick = new QuickPick(window);
      await window.press('F1');
      await pick.choose('Beckon: Approve');
      await pick.sees(/^Please play:trap$/u);
      expect(await pick.live()).toEqual([]);
      await window.press('Escape');
      await claude.answer(/Do you want to proceed\?/u, 'escape');
      await window.seesRow(/^Please play:trap, (?:idle|done)/u);
    },
  );

  itWithClaude('is dead in the options of a question', async ({ stage, window, claude }) => {
    const question: ToolUse = {
      name: 'AskUserQuestion',
      input: {
        questions: [
          {
            question: `Which one? ${trap}`,
            header: '$(bell) One',
            multiSelect: false,
            options: [
              { label: `First ${trap}`, description: trap },
              { label: 'Second', description: 'Harmless' },
            ],
          },
        ],
      },
    };
    stage.model.script('trap', [{ tools: [question] }, { text: 'The turn is over.' }]);
    await claude.submit('Please play:trap');
    expect((await window.seesToast(/asks: Which one\?/u)).links).toEqual([]);
    await window.click('Answer…', /asks: Which one\?/u);
    // Its title would be cut, so it is read first.
    const document = new AskDocument(window);
    await document.sees('Which one?');
    await document.click('Answer…');
    const pick = new QuickPick(window);
    await pick.sees(/^First/u);
    expect(await pick.live()).toEqual([]);
    await pick.answer('First');
    // What goes back to the agent are its own words.
    expect(await stage.model.asked('trap', 1)).toContain(JSON.stringify(`First ${trap}`).slice(1, -1));
  });

  it('is dead in a plan', async ({ stage, window }) => {
    const plan = `# Plan\n\n${trap}\n\n<https://example.org> ![picture](https://example.org/a.png)\n\n<script>1</script>\n`;
    stage.model.script('trap', planSteps(plan));
    const claude = await stage.claudeOutside('--permission-mode', 'plan');
    await claude.submit('Please play:trap');
    await window.seesToast(/has a plan: Plan/u);
    await window.click('Read Plan…', /has a plan: Plan/u);
    const page = new PlanPage(window);
    expect(await page.heading()).toBe('Plan');
    expect(await page.live()).toEqual([]);
  });
});
