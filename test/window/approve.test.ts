import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import { QuickPick } from './support/quickPick.ts';
import { it, itWithClaude } from './support/stage.ts';

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
const asks = /needs you · Bash touch made\.txt/u;
const askRow = /^Please play:touch asks: \$ touch made\.txt/u;
const idle = /^Please play:touch, (?:idle|done)/u;
const sentence = /^Please play:touch wants to run: touch made\.txt \(ws · main\)$/u;
const dialog = /Do you want to proceed\?/u;

describe('the toast of a Claude Code that asks for permission', () => {
  itWithClaude('says what is asked, and Approve runs it', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await window.seesRow(asks);
    expect(await window.seesStatus(/1 needs you/u)).toMatchObject({ warns: true });
    const toast = await window.seesToast(sentence);
    expect(toast.buttons.slice(0, 3)).toEqual(['Approve', 'Deny', 'Escalate']);
    expect(stage.cage.has('made.txt')).toBe(false);
    await window.click('Approve', sentence);
    await claude.sees(/Allowed by PermissionRequest hook/u);
    await claude.sees(/The turn is over\./u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await window.seesRow(idle);
    expect(await window.seesStatus(/^1(?: done)?$/u)).toMatchObject({ warns: false });
  });

  itWithClaude('tells the model of a click on Deny', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await window.click('Deny', sentence);
    expect(await stage.model.asked('touch', 1)).toMatch(/denied/u);
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  itWithClaude('says that it is late when the terminal was faster', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await claude.answer(dialog, /^No$/u);
    await window.seesRow(idle);
    await window.run('notifications.showList');
    await window.click('Approve', sentence);
    await window.seesToast(/already answered in the terminal/u);
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  it('gives the focus back to its terminal, or to the one it is left to, and its row goes with that', async ({
    stage,
    window,
  }) => {
    stage.model.script('touch', touch);
    const claude = await window.runClaude();
    await claude.submit('Please play:touch');
    await window.seesToast(sentence);
    await window.click('Approve', sentence);
    await window.seesRow(idle);
    await window.seesFocusInTerminal();
    await claude.submit('Please play:touch');
    await claude.sees(dialog);
    await window.run('workbench.action.closePanel');
    await window.seesRow(asks);
    await window.click('Escalate', sentence);
    await window.seesRow(/in the terminal/u);
    await window.seesFocusInTerminal();
    await claude.answer(dialog, /^Yes$/u);
    await window.seesRow(idle);
    await window.run('workbench.action.terminal.killAll');
    await window.seesNoRow(/./u);
  });
});

describe('the row of a Claude Code that asks for permission', () => {
  itWithClaude('has a button to approve', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await new AgentTree(window).clickButton(askRow, /^Approve/u);
    await goOn(window, 'Approve', () => stage.cage.has('made.txt'));
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  itWithClaude('has a button to deny', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await new AgentTree(window).clickButton(askRow, /^Deny/u);
    await goOn(window, 'Deny', () => isIdle(window));
    expect(await stage.model.asked('touch', 1)).toMatch(/denied/u);
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  itWithClaude('can be approved in its menu', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const tree = new AgentTree(window);
    await tree.select(askRow);
    await tree.chooseFromMenu(/^Approve(?! Always)/u);
    await goOn(window, 'Approve', () => stage.cage.has('made.txt'));
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  itWithClaude('can be denied in its menu', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const tree = new AgentTree(window);
    await tree.select(askRow);
    await tree.chooseFromMenu(/^Deny(?! with)/u);
    await goOn(window, 'Deny', () => isIdle(window));
    expect(await stage.model.asked('touch', 1)).toMatch(/denied/u);
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  itWithClaude('can be left to the terminal in its menu', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const tree = new AgentTree(window);
    await tree.select(askRow);
    await tree.chooseFromMenu(/^Escalate/u);
    await window.seesRow(/in the terminal/u);
    await claude.answer(dialog, /^Yes$/u);
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  itWithClaude('is denied by four keys, from wherever the person is', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await window.seesRow(askRow);
    await window.press('Control+k');
    await window.press('b');
    // What has only just come takes no answer; then a line is marked.
    await new QuickPick(window).isAt('Approve');
    await window.press('Control+k');
    await window.press('Control+n');
    expect(await stage.model.asked('touch', 1)).toMatch(/denied/u);
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  itWithClaude(
    'is approved by three keys, from wherever the person is',
    async ({ stage, window, claude }) => {
      stage.model.script('touch', touch);
      await claude.submit('Please play:touch');
      await window.seesRow(askRow);
      await window.press('Control+k');
      await window.press('b');
      const pick = new QuickPick(window);
      await pick.sees(sentence);
      await pick.isAt('Approve');
      await window.press('Enter');
      await window.seesRow(idle);
      expect(stage.cage.has('made.txt')).toBe(true);
    },
  );

  itWithClaude('is approved without a mouse, from its menu', async ({ stage, window, claude }) => {
    stage.model.script('touch', touch);
    await claude.submit('Please play:touch');
    await window.seesRow(asks);
    const tree = new AgentTree(window);
    await window.press('F1');
    await new QuickPick(window).choose('Beckon: Show Agents');
    await tree.hasFocus();
    await tree.select(asks);
    await tree.chooseFromMenu(/^Answer…/u);
    await new QuickPick(window).isAt('Approve');
    await window.press('Enter');
    await window.seesRow(idle);
    expect(stage.cage.has('made.txt')).toBe(true);
  });

  itWithClaude(
    'is approved without a mouse, from the palette, where it is read first',
    async ({ stage, window, claude }) => {
      stage.model.script('touch', touch);
      await claude.submit('Please play:touch');
      await window.seesRow(asks);
      const pick = new QuickPick(window);
      await window.press('F1');
      await pick.choose('Beckon: Approve');
      await pick.isAt('Please play:touch');
      await pick.sees(sentence);
      await window.press('Enter');
      await pick.sees(sentence);
      await pick.isAt('Approve');
      await window.press('Enter');
      await window.seesRow(idle);
      expect(stage.cage.has('made.txt')).toBe(true);
    },
  );
});

async function isIdle(window: EditorWindow): Promise<boolean> {
  return (await window.rows()).some((row) => idle.test(row));
}

/** A click on a row that has just come shows what it asks first: then it is answered there. */
async function goOn(
  window: EditorWindow,
  label: string,
  isOver: () => boolean | Promise<boolean>,
): Promise<void> {
  const pick = new QuickPick(window);
  const became = await until(
    'the answer',
    async () => ((await pick.isOpen()) && 'shown') || ((await isOver()) && 'given'),
  );
  if (became === 'shown') {
    await pick.sees(new RegExp(`^(?:${label}|Please play:touch)$`, 'u'));
    // While VS Code draws its folder anew it does not say which row was clicked: the person is asked that first.
    if (!(await pick.items()).some((item) => item.label === label)) {
      await pick.take('Please play:touch');
    }
    await pick.answer(label);
  }
}
