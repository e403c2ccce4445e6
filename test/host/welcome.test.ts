import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { beckonModule, installedBeckon } from './support/beckon.ts';
import { plantClaude, plantedClaude } from './support/plantedClaude.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const dialog = '.monaco-dialog-box';
/** The view of agents: that of hooks, below it, may have a welcome of its own. */
const agents = '.sidebar .pane:has(.pane-header:has-text("Agents"))';
const welcome = (text: string) => `.sidebar .welcome-view-content:visible:has-text("${text}")`;
const button = (box: string, label: string) => `${box} .monaco-button:text-is("${label}")`;
const run = (command: string) => vscode.commands.executeCommand(command);
const setState = (state: string) => vscode.commands.executeCommand('setContext', 'beckon.state', state);

describe('The welcome', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    plantClaude();
    await run('beckon.showAgents');
  });
  after(async () => {
    if (!process.env.BECKON_TEST_UI) return;
    await beckonModule().deactivate();
    await beckonModule().activate();
  });

  // Reached for real elsewhere, or not at all in the window of a test: Restricted Mode, and a window without a folder.
  const states = [
    { state: 'restricted', says: 'changes no settings and runs nothing', link: 'manage its trust' },
    { state: 'noFolder', says: 'set up folder by folder', link: 'open the one' },
    { state: 'notInstalled', says: 'you see every line first', link: 'start demo agents' },
    { state: 'nothingRunning', says: 'it appears here by itself', link: 'start demo agents' },
    { state: 'unhealthy', says: 'some agents appear late', link: 'Show What Is Wrong' },
  ];
  for (const { state, says, link } of states) {
    it(`of a window that is ${state} says so, and leads on`, async () => {
      // The window may be reading its own health yet, and say so after this.
      await until(`the welcome of ${state}`, async () => {
        await setState(state);
        return (await texts(`${welcome(says)} a:has-text("${link}")`)).length > 0;
      });
      assert.equal((await texts(`${agents} .welcome-view-content:visible`)).length, 1);
    });
  }
});

describe('Claude Code', () => {
  before(function () {
    needsBrowser(this);
    plantClaude();
  });
  after(() => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    rmSync(dirname(plantedClaude), { recursive: true, force: true });
  });

  it('is started in a terminal, in the folder of the window', async () => {
    await run('beckon.startAgent');
    const started = `${plantedClaude}.started`;
    await until('it has started', () => existsSync(started) && readFileSync(started, 'utf8') !== '');
    assert.equal(readFileSync(started, 'utf8'), `${workspace}\n`);
    for (const terminal of vscode.window.terminals) terminal.dispose();
  });

  it('is missed in the welcome and in health, with the way to get it', async () => {
    rmSync(plantedClaude);
    await ui({ do: 'waitFor', selector: welcome('No coding agent was found') });
    const health = run('beckon.showHealth');
    await pressOnTop('Enter', 'workspace · Claude Code: not found');
    const missing = `${dialog}:has-text("npm install -g @anthropic-ai/claude-code")`;
    await ui({ do: 'click', selector: button(missing, 'Copy Install Command') });
    await health;
    assert.equal(await vscode.env.clipboard.readText(), 'npm install -g @anthropic-ai/claude-code');
    assert.equal(vscode.window.terminals.length, 0);
  });
});

describe('Diagnostics', () => {
  it('are copied', async () => {
    await run('beckon.copyDiagnostics');
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^Beckon diagnostics\n\nBeckon: \d/);
    assert.match(text, /\n- beckon\.install\.scope: default\n/);
    assert.ok(!text.includes(workspace));
  });
});

describe('A terminal', () => {
  it('finds the command line', async () => {
    const told = join(dirname(workspace), 'told');
    const terminal = vscode.window.createTerminal({ cwd: workspace });
    terminal.sendText(`command -v beckon > '${told}'; beckon --version >> '${told}'`);
    const said = await until('the terminal has answered', () => {
      const text = existsSync(told) ? readFileSync(told, 'utf8') : '';
      return text.split('\n').length > 2 ? text : undefined;
    });
    terminal.dispose();
    const { version } = installedBeckon().packageJSON;
    assert.equal(said, `${join(homedir(), '.beckon', 'bin', 'beckon')}\n${version}\n`);
  });
});
