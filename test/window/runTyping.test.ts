import { describe, expect } from 'vitest';
import { until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import type { Stage } from './support/openStage.ts';
import { QuickPick } from './support/quickPick.ts';
import { done, forgetRun } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

describe('an agent that a person started and then put under supervision', () => {
  const start = async (stage: Stage, window: EditorWindow, ...args: readonly string[]) => {
    stage.model.script('talk', [{ text: 'Is that all?' }, done, { text: 'The turn is over.' }]);
    const own = await window.runClaude('--allowedTools', `'Bash(beckon emit:*)'`, ...args);
    await own.submit('Please play:talk');
    await window.seesRow(/^Please play:talk, (?:idle|done)/u);
    await window.focusTerminal();
    return own;
  };

  /** Puts the agent under the default policy. It is idle, so it is nudged when the grace is over. */
  const supervise = async (window: EditorWindow) => {
    const tree = new AgentTree(window);
    await tree.select(/^Please play:talk, /u);
    await tree.chooseFromMenu(/^Supervise This Agent…/u);
    // A menu that closes late gives the keyboard back to the tree.
    await new QuickPick(window).click('Default');
  };

  it('is nudged in its terminal, which keeps what the person has half written', async ({ stage, window }) => {
    const own = await start(stage, window);
    await window.type('!touch half ');
    await own.sees(/^! touch half/mu);
    await supervise(window);
    expect(await stage.model.asked('talk', 1)).toMatch(/"text":"Continue with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await own.sees(/^! touch half/mu);
    expect(stage.cage.has('half')).toBe(false);
    await forgetRun(window, 'Please play:talk');
  });

  it('is nudged in the same words where letters are commands of vim', async ({ stage, window }) => {
    const own = await start(stage, window, '--settings', `'{"editorMode":"vim"}'`);
    await window.type('half written');
    await own.sees(/-- INSERT --/u);
    await window.press('Escape');
    await own.seesNo(/-- INSERT --/u);
    await supervise(window);
    expect(await stage.model.asked('talk', 1)).toMatch(/"text":"Continue with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await own.sees(/^❯ half written/mu);
    await forgetRun(window, 'Please play:talk');
  });

  it('is not typed to while it is suspended, since its shell would run that', async ({ stage, window }) => {
    const own = await start(stage, window);
    await window.press('Control+z');
    await own.sees(/Stopped/u);
    await supervise(window);
    const sentence =
      /"Please play:talk" is suspended or in the background of its terminal. Bring it to the foreground first\.?$/u;
    await window.seesToast(sentence);
    await window.seesRow(/^run Please play:talk, waiting: agent idle/u);
    expect(await window.terminalText()).not.toMatch(/Go on with|not found/u);
    await window.focusTerminal();
    // What the window answered to Claude Code may stand in the shell's line. Ctrl+C would take the next keys along.
    await window.press('Control+u');
    await window.type('fg');
    await window.press('Enter');
    // What stands above may have a sign of the same look. What is typed before it has drawn its input anew is lost.
    await until('its input', async () =>
      /^❯/mu.test((await window.terminalText()).split('Stopped').at(-1) ?? ''),
    );
    await window.click('Nudge', sentence);
    expect(await stage.model.asked('talk', 1)).toMatch(/Continue with your task/u);
    await window.seesRow(/^run Please play:talk, done/u);
    await forgetRun(window, 'Please play:talk');
  });
});
