import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { isAlive } from '../../src/node/evidence/processTable.ts';
import type { Cage } from '../agents/support/cage.ts';
import { inCage } from '../agents/support/leftovers.ts';
import { bash } from '../agents/support/modelScript.ts';
import { beckonProgram } from '../agents/support/serve.ts';
import { gate, until } from '../agents/support/until.ts';
import { ownNode } from '../support/runProgram.ts';
import { AgentTree } from './support/agentTree.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import { forgetRun as forget } from './support/forgetRun.ts';
import type { Stage } from './support/openStage.ts';
import { QuickPick } from './support/quickPick.ts';
import { onStage } from './support/stage.ts';

// Longer than a nudge takes from the keyboard to the agent's own word that it works.
const it = onStage({ settings: { 'beckon.graceSeconds': 8 } });

/** What the agent runs to say that it is done; the runbook lets it. */
const done = { tools: [bash('beckon emit agent:signal complete')] };
const claude = `claude --allowedTools 'Bash(beckon emit:*)'`;

const runbook = `
agents:
  first: { run: "${claude}", prompt: "Please play:one" }
  second: { run: "${claude}", prompt: "Please play:two" }
  quiet: { run: "${claude}", prompt: "Please play:quiet", on_idle: escalate }
  strict: { run: "${claude}", prompt: "Please play:strict", on_idle: fail }
  gated: { run: "${claude}", prompt: "Please play:gated", on_prompt: { action: gate, run: "echo Not today. >&2; exit 3" } }
  silent: { run: "sh -c 'echo $$ >silent.pid; exec sleep 600'" }
pipelines:
  feature: { steps: [ { name: plan, agent: first }, { name: build, agent: second } ] }
`;

function writeRunbook({ workspace }: Cage): void {
  mkdirSync(join(workspace, '.agents'), { recursive: true });
  writeFileSync(join(workspace, '.agents', 'runbook.yaml'), runbook);
}

async function startRun(window: EditorWindow, name: string): Promise<void> {
  await window.run('beckon.startRun');
  const pick = new QuickPick(window);
  await pick.sees(/^feature$/u);
  await pick.click(name);
}

async function cancel(window: EditorWindow, name: string): Promise<void> {
  const tree = new AgentTree(window);
  await window.run('beckon.showAgents');
  await tree.select(new RegExp(`^run ${name}, `, 'u'));
  await tree.chooseFromMenu(/^Cancel Run…/u);
  await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Cancel Run' }).click();
}

describe('a run of the runbook', () => {
  it('goes from step to step by itself, each in a terminal of its own', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('one', [{ text: 'I have thought about it.' }, done, { text: 'One is over.' }]);
    stage.model.script('two', [{ ...done, before: hold }, { text: 'Two is over.' }]);
    await startRun(window, 'feature');
    await window.seesRow(/^run feature, (?:starting|working) · plan/u);
    expect(await stage.model.asked('one', 1)).toMatch(/Go on with your task/u);
    await window.seesRow(/^run feature, working · build/u);
    await window.seesRow(/^step 1, plan, done/u);
    await window.seesRow(/^step 2, build, working/u);
    await window.screenshot('a pipeline');
    hold.open();
    await window.seesRow(/^run feature, done/u);
    expect(await window.toasts()).toEqual([]);
    await forget(window, 'feature');
  });

  it('goes on after a reload in the middle', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('one', [{ text: 'I have thought about it.', before: hold }, done]);
    stage.model.script('two', [done]);
    await startRun(window, 'feature');
    await stage.model.asked('one');
    await window.seesRow(/^run feature, working · plan/u);
    await window.reload();
    await window.seesRow(/^run feature, working · plan/u);
    hold.open();
    await window.seesRow(/^run feature, done/u);
    await forget(window, 'feature');
  });

  it('that waits calls a person, and a click nudges its agent', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('quiet', [{ text: 'Is that all?' }, done, { text: 'The turn is over.' }]);
    await startRun(window, 'quiet');
    const sentence = /^Run "quiet" is idle and waits for input$/u;
    const toast = await window.seesToast(sentence);
    expect(toast.buttons.slice(0, 3)).toEqual(['Nudge', 'Decide…', 'Dismiss']);
    await window.seesRow(/^run quiet, waits: idle/u);
    await window.seesRow(/^Please play:quiet, needs you · idle/u);
    expect(await window.seesStatus(/1 needs you/u)).toMatchObject({ warns: true });
    await window.screenshot('a run that waits');
    await window.click('Nudge', sentence);
    await window.seesRow(/^run quiet, done/u);
    await forget(window, 'quiet');
  });

  it('is told apart from another of its name, and says that a rule let it fail', async ({
    stage,
    window,
  }) => {
    writeRunbook(stage.cage);
    for (const name of ['strict', 'strict \\(2\\)']) {
      stage.model.script('strict', [{ text: 'Is that all?' }]);
      await startRun(window, 'strict');
      const { buttons } = await window.seesToast(new RegExp(`^Run "${name}" failed: it was idle$`, 'u'));
      expect(buttons).toEqual(['Show Run', "Don't Show Again"]);
      await window.seesRow(new RegExp(`^run ${name}, failed: it was idle`, 'u'));
    }
    await window.screenshot('two runs of one name');
    await forget(window, 'strict \\(2\\)', /^run strict \(2\),/u);
    await forget(window, 'strict');
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
      await window.run('beckon.showAgents');
      await tree.select(/^run feature, /u);
      await tree.chooseFromMenu(/^Stop Supervising/u);
      await dialog.filter({ hasText: 'these steps are not started: build.' }).waitFor();
      await dialog.locator('.monaco-button', { hasText: button }).click();
    };
    await leave('Cancel');
    await window.seesRow(/^run feature, working · plan/u);
    await leave('Stop Supervising');
    await window.seesNoRow(/^run feature/u);
    hold.open();
    await window.seesRow(/^Please play:one, idle/u);
  });

  it('is cancelled after a question, with its agent', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('quiet', [{ text: 'Is that all?' }]);
    await startRun(window, 'quiet');
    await window.seesRow(/^run quiet, waits: idle/u);
    await cancel(window, 'quiet');
    await window.seesRow(/^run quiet, failed: cancelled/u);
    await window.seesNoRow(/^Please play:quiet/u);
    await until('the shell', async () => /\$ ?$/u.test((await window.terminalText()).trimEnd()));
    await forget(window, 'quiet');
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
    await until('the shell in a file', () => readdirSync(kept).some((name) => name.endsWith('.shell')));
    await window.reload();
    await window.seesRow(/^run silent, running/u);
    expect(await isAlive(pid)).toBe(true);
    await cancel(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await until('the end of the agent', async () => !(await isAlive(pid)));
    await forget(window, 'silent');
  });

  it('leaves a permission to a person, who approves it by a click', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('quiet', [{ tools: [bash('touch made.txt')] }, done, { text: 'Over.' }]);
    await startRun(window, 'quiet');
    const sentence = /wants to run: touch made\.txt$/u;
    await window.seesToast(sentence);
    await window.seesRow(/^run quiet, waits: permission/u);
    await window.click('Approve', sentence);
    await window.seesRow(/^run quiet, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forget(window, 'quiet');
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
    await window.seesRow(/^run quiet, waits: permission/u);
    const [tree, pick] = [new AgentTree(window), new QuickPick(window)];
    const decide = async () => {
      await window.run('beckon.showAgents');
      await tree.select(/^run quiet, /u);
      await tree.chooseFromMenu(/^Decide…/u);
      await pick.sees(/^Run "quiet" wants to run: touch made\.txt$/u);
    };
    await decide();
    await pick.isAt('Read in Full');
    await pick.accept();
    await pick.isGone();
    await window.page.locator('.view-lines', { hasText: 'touch made.txt' }).waitFor();
    await window.seesRow(/^run quiet, waits: permission/u);
    expect(stage.cage.has('made.txt')).toBe(false);
    await decide();
    await pick.choose('Approve');
    await window.seesRow(/^run quiet, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forget(window, 'quiet');
  });
});

describe('a gate that refuses a permission', () => {
  it('is named in the message about it, and the person decides', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    stage.model.script('gated', [{ tools: [bash('touch made.txt')] }, done, { text: 'Over.' }]);
    await startRun(window, 'gated');
    const sentence = /wants to run: touch made\.txt · the gate said no \(exit code 3\): Not today\.$/u;
    await window.seesToast(sentence);
    await window.seesRow(/^run gated, waits: gate said no/u);
    await window.screenshot('a gate that said no');
    await window.click('Approve', sentence);
    await window.seesRow(/^run gated, done/u);
    expect(stage.cage.has('made.txt')).toBe(true);
    await forget(window, 'gated');
  });
});

describe('a run of the command line', () => {
  it('goes on in a window when the command was killed', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('quiet', [
      { text: 'Is that all?', before: hold },
      done,
      { text: 'The turn is over.' },
    ]);
    const command = [ownNode, beckonProgram, 'run', 'quiet', '--grace', '2'];
    // The shell keeps the terminal, so that the agent lives on.
    await stage.claudeOutside('/bin/sh', '-c', '"$@"; read line', 'sh', ...command);
    await window.seesRow(/^run quiet, working/u);
    const [own] = inCage(stage.cage).filter((one) => one.command.startsWith(command.join(' ')));
    process.kill(own?.pid ?? Number.NaN, 'SIGKILL');
    hold.open();
    await window.seesToast(/^Run "quiet" is idle and waits for input$/u);
    await window.seesRow(/^run quiet, waits: idle/u);
    await cancel(window, 'quiet');
    await window.seesRow(/^run quiet, failed: cancelled/u);
    await window.seesNoRow(/^Please play:quiet/u);
    await forget(window, 'quiet');
  });
});

describe('an agent that was never heard, whose command was killed', () => {
  it('is ended by the window, which also hears of its end', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const file = join(stage.cage.workspace, 'silent.pid');
    const orphan = async () => {
      rmSync(file, { force: true });
      const command = [ownNode, beckonProgram, 'run', 'silent'];
      // The hands wait for the screen of an agent, and this one has none.
      await stage.claudeOutside('/bin/sh', '-c', 'echo ❯; "$@"; read line', 'sh', ...command);
      const pid = await until(
        'the agent',
        () => existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined),
      );
      await window.seesRow(/^run silent, running/u);
      const [own] = inCage(stage.cage).filter((one) => one.command.startsWith(command.join(' ')));
      process.kill(own?.pid ?? Number.NaN, 'SIGKILL');
      return pid;
    };
    const first = await orphan();
    await cancel(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await until('the end of the agent', async () => !(await isAlive(first)));
    await forget(window, 'silent');
    process.kill(await orphan(), 'SIGKILL');
    await window.seesRow(/^run silent, waits: ended/u);
    await cancel(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await forget(window, 'silent');
  });
});

describe('an agent that a person started', () => {
  /** Starts one that a person puts under the default policy; its turn ends when that is let go. */
  const supervise = async (stage: Stage, window: EditorWindow, ...args: readonly string[]) => {
    const hold = gate();
    stage.model.script('talk', [{ text: 'Is that all?', before: hold }, done, { text: 'The turn is over.' }]);
    const own = await window.runClaude('--allowedTools', `'Bash(beckon emit:*)'`, ...args);
    await own.submit('Please play:talk');
    await window.seesRow(/^Please play:talk, working/u);
    await window.run('beckon.showAgents');
    const tree = new AgentTree(window);
    await tree.select(/^Please play:talk, /u);
    await tree.chooseFromMenu(/^Supervise This Agent…/u);
    await new QuickPick(window).choose('Default');
    await window.seesRow(/^run Please play:talk, working/u);
    return { own, hold };
  };

  it('is nudged in its terminal when nothing moves for a while', async ({ stage, window }) => {
    const { hold } = await supervise(stage, window);
    hold.open();
    expect(await stage.model.asked('talk', 1)).toMatch(/Go on with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await forget(window, 'Please play:talk');
  });

  it('is nudged also when the window is reloaded just before that', async ({ stage, window }) => {
    const { hold } = await supervise(stage, window);
    hold.open();
    await window.seesRow(/^Please play:talk, idle/u);
    await window.reload();
    expect(await stage.model.asked('talk', 1)).toMatch(/Go on with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await forget(window, 'Please play:talk');
  });

  it('keeps what the person has half written to it', async ({ stage, window }) => {
    const { own, hold } = await supervise(stage, window);
    hold.open();
    await window.seesRow(/^Please play:talk, idle/u);
    await window.focusTerminal();
    await window.type('!touch half ');
    await own.sees(/^! touch half/mu);
    const asked = await stage.model.asked('talk', 1);
    expect(asked).toMatch(/"text":"Go on with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await own.sees(/^! touch half/mu);
    expect(stage.cage.has('half')).toBe(false);
    await forget(window, 'Please play:talk');
  });

  it('is nudged in the same words where letters are commands of vim', async ({ stage, window }) => {
    const { own, hold } = await supervise(stage, window, '--settings', `'{"editorMode":"vim"}'`);
    hold.open();
    await window.seesRow(/^Please play:talk, idle/u);
    await window.focusTerminal();
    await window.type('half written');
    await own.sees(/-- INSERT --/u);
    await window.press('Escape');
    await own.seesNo(/-- INSERT --/u);
    expect(await stage.model.asked('talk', 1)).toMatch(/"text":"Go on with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await own.sees(/^❯ half written/mu);
    await forget(window, 'Please play:talk');
  });

  it('is not typed to while it is suspended, since its shell would run that', async ({ stage, window }) => {
    const { own, hold } = await supervise(stage, window);
    hold.open();
    await window.seesRow(/^Please play:talk, idle/u);
    await window.focusTerminal();
    await window.press('Control+z');
    await own.sees(/Stopped/u);
    const sentence =
      /"Please play:talk" is suspended, or in the background of its terminal: bring it back first\.?$/u;
    await window.seesToast(sentence);
    await window.seesRow(/^run Please play:talk, waits: idle/u);
    expect(await window.terminalText()).not.toMatch(/Go on with|not found/u);
    await window.focusTerminal();
    // What the window answered to Claude Code may stand in the shell's line.
    await window.press('Control+c');
    await window.type('fg');
    await window.press('Enter');
    await own.sees(/^❯/mu);
    await window.click('Nudge', sentence);
    expect(await stage.model.asked('talk', 1)).toMatch(/Go on with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await forget(window, 'Please play:talk');
  });

  it('is not typed to while it shows a dialog that the person opened', async ({ stage, window }) => {
    const { own, hold } = await supervise(stage, window);
    hold.open();
    await window.seesRow(/^Please play:talk, idle/u);
    await own.submit('/model');
    await own.sees(/Select model/u);
    await window.seesToast(/"Please play:talk" shows a dialog: close that first\.?$/u);
    await window.seesRow(/^run Please play:talk, waits: idle/u);
    await own.sees(/Select model/u);
    await cancel(window, 'Please play:talk');
    await window.seesRow(/^run Please play:talk, failed: cancelled/u);
    await forget(window, 'Please play:talk');
  });
});

describe('a run in one of two windows', () => {
  it('stays with its window when that is loaded anew', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('quiet', [{ text: 'Is that all?', before: hold }]);
    const second = await stage.open();
    await startRun(window, 'quiet');
    await stage.model.asked('quiet');
    await second.seesRow(/^run quiet, working/u);
    await window.reload();
    await window.seesRow(/^run quiet, working/u);
    hold.open();
    await window.seesToast(/^Run "quiet" is idle and waits for input$/u);
    await second.seesRow(/^run quiet, waits: idle/u);
    expect(await second.toasts()).toEqual([]);
    await cancel(window, 'quiet');
    await window.seesRow(/^run quiet, failed: cancelled/u);
    await second.close();
    await forget(window, 'quiet');
  });

  it('goes on in the other one when the page of its own has crashed', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const [one, two] = [gate(), gate()];
    stage.model.script('one', [{ ...done, before: one }, { text: 'One is over.' }]);
    stage.model.script('two', [{ ...done, before: two }, { text: 'Two is over.' }]);
    const crashed = await stage.open();
    await startRun(crashed, 'feature');
    await window.seesRow(/^run feature, working · plan/u);
    await crashed.crash();
    one.open();
    await window.seesRow(/^run feature, working · build/u);
    two.open();
    await window.seesRow(/^run feature, done/u);
    await forget(window, 'feature');
  });
});
