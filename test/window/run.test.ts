import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { isAlive } from '../../src/node/evidence/processTable.ts';
import { bash } from '../agents/support/modelScript.ts';
import { gate, until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import { QuickPick } from './support/quickPick.ts';
import { cancelRun, done, forgetRun, startRun, writeRunbook } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

describe('a run of the runbook', () => {
  it('goes from step to step by itself, each in a terminal of its own, through a reload too', async ({
    stage,
    window,
  }) => {
    writeRunbook(stage.cage);
    const [one, two] = [gate(), gate()];
    stage.model.script('one', [{ text: 'I have thought about it.', before: one }, done]);
    stage.model.script('two', [{ ...done, before: two }, { text: 'Two is over.' }]);
    await startRun(window, 'feature');
    await stage.model.asked('one');
    await window.seesRow(/^run feature, working · plan/u);
    await window.reload();
    await window.seesRow(/^run feature, working · plan/u);
    one.open();
    expect(await stage.model.asked('one', 1)).toMatch(/Continue with your task/u);
    await window.seesRow(/^run feature, working · build/u);
    await window.seesRow(/^step 1, plan, done/u);
    await window.seesRow(/^step 2, build, working/u);
    await window.screenshot('a pipeline');
    two.open();
    await window.seesRow(/^run feature, done/u);
    await forgetRun(window, 'feature');
    expect(await window.toasts()).toEqual([]);
  });

  it('that waits calls a person, and a click nudges its agent', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('quiet', [{ text: 'Is that all?' }, done, { text: 'The turn is over.' }]);
    await startRun(window, 'quiet');
    const sentence = /^Run "quiet" is idle and waits for input$/u;
    const toast = await window.seesToast(sentence);
    expect(toast.buttons.slice(0, 3)).toEqual(['Nudge', 'Decide…', 'Dismiss']);
    await window.seesRow(/^run quiet, waiting: agent idle/u);
    await window.seesRow(/^Please play:quiet, needs you · idle/u);
    expect(await window.seesStatus(/1 needs you/u)).toMatchObject({ warns: true });
    await window.screenshot('a run that waits');
    await window.click('Nudge', sentence);
    await window.seesRow(/^run quiet, done/u);
    await forgetRun(window, 'quiet');
  });

  it('says that a rule let it fail', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('strict', [{ text: 'Is that all?' }]);
    await startRun(window, 'strict');
    const { buttons } = await window.seesToast(/^Run "strict" failed: it was idle$/u);
    expect(buttons).toEqual(['Show Run']);
    await window.seesRow(/^run strict, failed: it was idle/u);
    await forgetRun(window, 'strict');
  });

  it('is left only after a question where steps would be lost', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('one', [{ text: 'I have thought about it.', before: hold }]);
    await startRun(window, 'feature');
    await window.seesRow(/^run feature, working · plan/u);
    const tree = new AgentTree(window);
    const dialog = window.page.locator('.monaco-dialog-box');
    const leave = async (button: string) => {
      await tree.select(/^run feature, /u);
      await tree.chooseFromMenu(/^Stop Supervising/u);
      await dialog.filter({ hasText: "These steps won't be started: build." }).waitFor();
      await dialog.locator('.monaco-button', { hasText: button }).click();
    };
    await leave('Cancel');
    await window.seesRow(/^run feature, working · plan/u);
    await leave('Stop Supervising');
    await window.seesNoRow(/^run feature/u);
    hold.open();
    await window.seesRow(/^Please play:one, (?:idle|done)/u);
  });

  it('is cancelled after a reload, with an agent that was never heard', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    await startRun(window, 'silent');
    await window.seesRow(/^run silent, running/u);
    const pid = await until('the agent', () => {
      const file = join(stage.cage.workspace, 'silent.pid');
      return existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined);
    });
    const kept = join(stage.cage.beckonHome, 'runs');
    const shells = () => readdirSync(kept).filter((name) => name.endsWith('.shell'));
    // The file is there before the shell is, which is known when the file names its process.
    await until('the shell in a file', () =>
      shells().some((name) => /^\d/u.test(readFileSync(join(kept, name), 'utf8'))),
    );
    await window.reload();
    await window.seesRow(/^run silent, running/u);
    expect(await isAlive(pid)).toBe(true);
    await cancelRun(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await until('the end of the agent', async () => !(await isAlive(pid)));
    await forgetRun(window, 'silent');
  });
});

describe('what a run waits for', () => {
  it('is said where it is decided, and Enter alone opens it and answers nothing', async ({
    stage,
    window,
  }) => {
    writeRunbook(stage.cage);
    stage.model.script('quiet', [{ tools: [bash('touch made.txt')] }, done, { text: 'Over.' }]);
    await startRun(window, 'quiet');
    await window.seesRow(/^run quiet, waiting: permission/u);
    const [tree, pick] = [new AgentTree(window), new QuickPick(window)];
    const decide = async () => {
      await tree.select(/^run quiet, /u);
      await tree.chooseFromMenu(/^Decide…/u);
      await pick.sees(/^Run "quiet" wants to run: touch made\.txt$/u);
    };
    await decide();
    await pick.isAt('Read in Full');
    await pick.accept();
    await pick.isGone();
    await window.page.locator('.view-lines', { hasText: 'touch made.txt' }).waitFor();
    await window.seesRow(/^run quiet, waiting: permission/u);
    expect(stage.cage.has('made.txt')).toBe(false);
    await decide();
    await pick.choose('Approve');
    await window.seesRow(/^run quiet, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forgetRun(window, 'quiet');
  });
});

describe('a gate that refuses a permission', () => {
  it('is named in the message about it, and the person decides', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('gated', [{ tools: [bash('touch made.txt')] }, done, { text: 'Over.' }]);
    await startRun(window, 'gated');
    const sentence =
      /wants to run: touch made\.txt \(ws · main\) · the gate said no \(exit code 3\): Not today\.$/u;
    await window.seesRow(/^run gated, waiting: gate said no/u);
    await window.screenshot('a gate that said no');
    // VS Code hides it after ten seconds; then it is found in the list.
    await window.click('Approve', sentence);
    await window.seesRow(/^run gated, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forgetRun(window, 'gated');
  });
});
