import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { planSteps, type Step } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import type { Stage } from './support/openStage.ts';
import { PlanPage } from './support/planPage.ts';
import { QuickPick } from './support/quickPick.ts';
import { it, itWithClaude } from './support/stage.ts';

const color = {
  question: 'Which color?',
  header: 'Color',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'The warm one' },
    { label: 'Blue', description: 'The cold one' },
  ],
};

const sizes = {
  question: 'Which sizes?',
  header: 'Sizes',
  multiSelect: true,
  options: [
    { label: 'Small', description: 'For cats' },
    { label: 'Medium', description: 'For dogs' },
    { label: 'Large', description: 'For cows' },
  ],
};

/** A script that asks these questions. */
function asking(...questions: readonly object[]): readonly Step[] {
  return [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'The turn is over.' }];
}

describe('questions', () => {
  const sentence = /^Please play:ask asks: Which color\? \(and 1 more\) \(ws · main\)$/u;

  itWithClaude(
    'are answered by a click on the toast, with the options of the agent',
    async ({ stage, window, claude }) => {
      stage.model.script('ask', asking(color, sizes));
      await claude.submit('Please play:ask');
      await window.seesRow(/needs you · question Which color\?/u);
      expect((await window.seesToast(sentence)).buttons[0]).toBe('Answer…');
      const pick = new QuickPick(window);
      expect(await pick.isOpen()).toBe(false);
      await window.click('Answer…', sentence);
      await pick.sees(/^Please play:ask asks \(1 of 2\): Which color\?$/u);
      expect(await pick.items()).toMatchObject([
        { label: 'Red', detail: 'The warm one' },
        { label: 'Blue', detail: 'The cold one' },
        { label: 'Other…' },
      ]);
      await pick.answer('Blue');
      await pick.sees(/sizes\?/u);
      await pick.tick('Small', 'Large');
      const heard = await stage.model.asked('ask', 1);
      expect(heard).toMatch(/Which color\?.*Blue/u);
      expect(heard).toMatch(/Which sizes\?.*Small, Large/u);
      await window.seesRow(/^Please play:ask, (?:idle|done)/u);
    },
  );

  itWithClaude('are answered in own words', async ({ stage, window, claude }) => {
    stage.model.script('ask', asking(color, sizes));
    await claude.submit('Please play:ask');
    await window.seesToast(sentence);
    await window.click('Answer…', sentence);
    const pick = new QuickPick(window);
    await pick.sees(/color\?/u);
    await pick.answer('Other');
    await pick.enter('Violet, please');
    await pick.sees(/sizes\?/u);
    await window.press('Enter');
    await pick.sees(/sizes\? \(select at least one\)/u);
    // What was ticked is kept for whoever goes back once more.
    await pick.mark('Medium');
    await pick.back();
    await pick.sees(/color\?/u);
    await pick.answer('Other');
    await pick.enter('Rose, please');
    await pick.sees(/sizes\?/u);
    await pick.accept();
    const heard = await stage.model.asked('ask', 1);
    expect(heard).toMatch(/Which color\?.*Rose, please/u);
    expect(heard).toMatch(/Which sizes\?.*Medium/u);
  });

  itWithClaude(
    'are in sight in full while the person types, and are skipped',
    async ({ stage, window, claude }) => {
      const why =
        'The guide has to say how its examples are installed, and every reader copies that line first';
      const long = `${why}; nobody reads the chapter on choosing. ${why}. So which package manager should it use?`;
      stage.model.script('ask', asking({ ...color, question: long }));
      await claude.submit('Please play:ask');
      await window.click('Answer…', /asks: The guide has to say/u);
      const pick = new QuickPick(window);
      await pick.narrow('skip');
      expect(await pick.title()).toBe(`Please play:ask asks: ${long}`);
      expect(await pick.isTitleCut()).toBe(false);
      await pick.button('Skip Question');
      expect(await stage.model.asked('ask', 1)).toContain('The user skipped this without answering.');
      await pick.isGone();
    },
  );

  itWithClaude('take the quick pick away when the terminal is faster', async ({ stage, window, claude }) => {
    stage.model.script('ask', asking(color));
    await claude.submit('Please play:ask');
    await window.seesToast(/asks: Which color\? \(ws/u);
    await window.click('Answer…', /asks: Which color\? \(ws/u);
    const pick = new QuickPick(window);
    await pick.sees(/color\?/u);
    await claude.answer(/Enter to select/u, /^Red/u);
    await pick.isGone();
    await window.seesToast(/already answered in the terminal/u);
  });
});

describe('a plan', () => {
  const steps: readonly Step[] = [
    ...planSteps('# Paint the shed\n\n1. Buy **paint**\n2. Paint\n'),
    { text: 'The turn is over.' },
  ];
  const writeTo = ({ cage }: Stage) => ({
    name: 'Write',
    input: { file_path: join(cage.workspace, 'shed.md'), content: 'Red' },
  });
  const sentence = /^Please play:plan has a plan: Paint the shed \(ws · main\)$/u;

  it('is read as rendered Markdown, and accepted there; each edit is then asked about', async ({
    stage,
    window,
  }) => {
    stage.model.script('plan', [...steps.slice(0, 2), { tools: [writeTo(stage)] }]);
    const claude = await stage.claudeOutside('--permission-mode', 'acceptEdits');
    await claude.submit('/plan');
    await claude.sees(/plan mode on/u);
    await claude.submit('Please play:plan');
    await window.seesRow(/needs you · plan/u);
    await window.seesToast(sentence);
    await window.click('Read Plan…', sentence);
    const page = new PlanPage(window);
    expect(await page.heading()).toBe('Paint the shed');
    expect(await page.bold()).toEqual(['paint']);
    await page.click('Accept');
    expect(await stage.model.asked('plan', 2)).toMatch(/User has approved your plan/u);
    await claude.seesNo(/plan mode on/u);
    await page.isGone();
    await window.seesRow(/needs you · Write/u);
  });

  it('is accepted with the edits that follow, which are then not asked about', async ({ stage, window }) => {
    const write = writeTo(stage);
    stage.model.script('plan', [...steps.slice(0, 2), { tools: [write] }, { text: 'The turn is over.' }]);
    const claude = await stage.claudeOutside('--permission-mode', 'plan');
    await claude.submit('Please play:plan');
    await window.click('Read Plan…', sentence);
    await new PlanPage(window).click('Accept, Auto-Accept Edits');
    await claude.sees(/accept edits on/u);
    await window.seesRow(/^Please play:plan, (?:idle|done)/u);
    expect(existsSync(write.input.file_path)).toBe(true);
  });

  it('is read by the keyboard from the tree, which gets the focus back; no held key answers it', async ({
    stage,
    window,
  }) => {
    const list = Array.from({ length: 90 }, (_, index) => `${index + 1}. Paint board ${index}`).join('\n');
    stage.model.script('plan', [
      ...planSteps(`# Paint the shed\n\n${list}\n`),
      { text: 'The turn is over.' },
    ]);
    const claude = await stage.claudeOutside('--permission-mode', 'plan');
    await claude.submit('Please play:plan');
    await window.seesToast(sentence);
    const tree = new AgentTree(window);
    await tree.select(/needs you · plan/u);
    const { keyboard } = window.page;
    const hold = async () => {
      for (let times = 0; times < 12; times += 1) {
        await keyboard.down('Enter');
      }
    };
    const page = new PlanPage(window);
    await until('the page, while Enter is held', async () => {
      await hold();
      return await page.isOpen();
    });
    await page.hasFocusInText();
    await hold();
    await window.press('PageDown');
    await page.isScrolled();
    await window.press('Tab');
    await page.hasFocusOn('Accept');
    await hold();
    await keyboard.up('Enter');
    for (const button of ['Accept, Auto-Accept Edits', 'Edit Plan…', 'Revise…']) {
      await window.press('Tab');
      await page.hasFocusOn(button);
    }
    await page.pressEnterTo('textarea:visible');
    await window.type('Fewer boards, please.');
    await window.press('Tab');
    await page.hasFocusOn('Send Feedback');
    await window.press('Enter');
    await page.isGone();
    expect(await stage.model.asked('plan', 2)).toContain('Fewer boards, please.');
    await tree.hasFocus();
  });

  it('is rejected; the next is revised and the last edited, both while it stays in sight', async ({
    stage,
    window,
  }) => {
    const [fence, gate] = ['# Paint the fence\n\n1. Buy paint\n', '# Paint the gate\n\n1. Buy paint\n'];
    const next = [...planSteps(fence), ...planSteps(gate)];
    stage.model.script('plan', [...steps.slice(0, 2), ...next, { text: 'The turn is over.' }]);
    const claude = await stage.claudeOutside('--permission-mode', 'plan');
    await claude.submit('Please play:plan');
    await window.click('Read Plan…', sentence);
    const page = new PlanPage(window);
    await page.click('Reject Plan');
    expect(await stage.model.asked('plan', 2)).toContain('The user rejected this plan.');
    await window.click('Read Plan…', /has a plan: Paint the fence/u);
    await page.click('Revise…');
    await page.hasFocusInField();
    expect(await page.textInSight()).toContain('Paint the fence');
    await page.write('A gate, please.');
    await page.click('Send Feedback');
    expect(await stage.model.asked('plan', 4)).toContain('A gate, please.');
    await window.click('Read Plan…', /has a plan: Paint the gate/u);
    await page.click('Edit Plan…');
    await page.hasFocusInField();
    expect(await page.textInSight()).toContain('Paint the gate');
    await page.write('# Paint the gate\n\n1. Buy less paint\n');
    await page.click('Accept as Edited');
    expect(await stage.model.asked('plan', 6)).toMatch(/edited by user.*Buy less paint/u);
    await window.seesRow(/^Please play:plan, (?:idle|done)/u);
  });
});
