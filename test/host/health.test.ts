import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { beckonFolder, beckonModule, installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { plantClaude, plantedClaude, plantProgram } from './support/plantedClaude.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const local = join(workspace, '.claude', 'settings.local.json');
const qwens = join(workspace, '.qwen', 'settings.json');
const own = join(homedir(), '.claude', 'settings.json');
const theirs = '{\n    "model": "opus"\n}';

/** How often the window looks at the settings files. */
const lookMs = 2000;

const toasts = '.notifications-toasts .notification-toast:visible';
const question = `${toasts}:has-text("Let Beckon tell you when an agent in")`;
const dialog = '.monaco-dialog-box';
const review = `${dialog}:has-text("Write Beckon's entries to")`;
const loss = `${toasts}:has-text("Beckon's entries")`;
const glad = 'Beckon is set up for';
const planned = '.monaco-diff-editor .editor.modified .view-lines';
const lines = '.quick-input-widget:visible .monaco-list-row';
const welcome = (text: string) => `.sidebar .welcome-view-content:visible:has-text("${text}")`;
const button = (toast: string, label: string) => `${toast} .monaco-button:text-is("${label}")`;
const above = (label: string) => `.editor-actions a.action-label:text-is("${label}")`;

const run = (command: string) => vscode.commands.executeCommand(command);
const ask = (on: boolean) =>
  vscode.workspace.getConfiguration().update('beckon.install.ask', on, vscode.ConfigurationTarget.Global);
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Runs the command line. */
async function beckon(command: 'install' | 'uninstall', folder: string): Promise<void> {
  const file = join(installedBeckon().extensionPath, 'dist', 'beckon.cjs');
  await promisify(execFile)(process.execPath, [file, command, '--workspace', folder]);
}

/** What the command line makes of a settings file with `theirs` in it. */
let installed = '';

async function install(): Promise<string> {
  const copy = join(dirname(workspace), 'copy');
  const file = join(copy, '.claude', 'settings.local.json');
  write(file, theirs);
  await beckon('install', copy);
  const made = readFileSync(file, 'utf8');
  await beckon('uninstall', copy);
  rmSync(copy, { recursive: true });
  return made;
}

/** Resolves when everything that was to be asked by now is on the screen: what comes after it is. */
async function everythingAsked(line = ''): Promise<void> {
  const health = run('beckon.showHealth');
  await ui({ do: 'waitFor', selector: `${lines}:has-text("${line}")` });
  await pressOnTop('Escape');
  await health;
  await everythingDrawn();
}

/** Opens the question again, as a new window would. */
async function reopen(): Promise<void> {
  await beckonModule().deactivate();
  await beckonModule().activate();
  await everythingAsked();
}

/** What the tabs show that are not written yet. */
function planTabs(): readonly string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'beckon-settings'
      ? [input.modified.toString()]
      : [],
  );
}

async function showAndCancel(): Promise<void> {
  const done = run('beckon.install');
  await ui({ do: 'waitFor', selector: `${planned}:has-text("SessionStart")` });
  await ui({ do: 'waitFor', selector: review });
  await ui({ do: 'press', key: 'Escape' });
  await ui({ do: 'click', selector: above('Cancel') });
  await ui({ do: 'waitFor', selector: '.monaco-diff-editor', state: 'detached' });
  await done;
}

describe('Setting up a workspace', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    plantClaude();
    installed = await install();
    await run('beckon.stopDemo');
    await run('beckon.showAgents');
    await run('notifications.clearAll');
  });

  after(async () => {
    await ask(false);
    await run('notifications.clearAll');
    rmSync(dirname(local), { recursive: true, force: true });
    rmSync(dirname(own), { recursive: true, force: true });
  });

  it('is offered in the view, and is asked about', async () => {
    await ui({ do: 'waitFor', selector: welcome('you see every line first') });
    await ask(true);
    await ui({ do: 'waitFor', selector: question });
    assert.deepEqual((await texts(`${question} .monaco-button`)).filter(Boolean), [
      'Show Changes…',
      'Not Now',
      'Never for This Workspace',
    ]);
    assert.equal(existsSync(dirname(local)), false);
  });

  it('shows the very changes, in documents nobody can edit', async () => {
    write(local, theirs);
    await ui({ do: 'click', selector: button(question, 'Show Changes…') });
    await ui({ do: 'waitFor', selector: `${planned}:has-text("opus")` });
    const shown = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'beckon-settings');
    assert.deepEqual(shown.map((document) => document.getText()).sort(), [theirs, installed].sort());
    await ui({ do: 'waitFor', selector: button(review, 'Write') });
    const said = (await texts(review)).join();
    assert.match(said, /entries to workspace\/\.claude\/settings\.local\.json\?/);
    assert.match(
      said,
      /settings\.local\.json\?\s*The agent reports 20 kinds of events, and never waits for Beckon\.$/,
    );
    await ui({ do: 'click', selector: button(review, 'Review First') });
    await ui({ do: 'waitFor', selector: dialog, state: 'detached' });
    await ui({ do: 'click', selector: planned });
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor .editor.modified .monaco-editor.focused' });
    await ui({ do: 'type', text: 'x' });
    // VS Code says why it did not take the letter.
    await ui({ do: 'waitFor', selector: '.monaco-editor-overlaymessage:has-text("read-only")' });
    assert.deepEqual(
      shown.filter(({ isDirty }) => isDirty),
      [],
    );
  });

  it('shows them once where they are asked for again, and what is shown last counts', async () => {
    const [before] = planTabs();
    void run('beckon.install');
    await until('another look took the place of the first', () => {
      const tabs = planTabs();
      return tabs.length === 1 && tabs[0] !== before;
    });
    assert.equal(readFileSync(local, 'utf8'), theirs);
  });

  it('shows them again where the file was changed meanwhile, and writes only what was shown', async () => {
    const [changed, expected] = [theirs, installed].map((text) => text.replace('opus', 'haiku'));
    assert.ok(changed !== undefined && expected !== undefined);
    writeFileSync(local, changed);
    await ui({ do: 'click', selector: button(review, 'Write') });
    const again = `${dialog}:has-text("settings.local.json was changed meanwhile")`;
    await ui({ do: 'waitFor', selector: again });
    await ui({ do: 'waitFor', selector: `${planned}:has-text("haiku")` });
    assert.equal(readFileSync(local, 'utf8'), changed);
    await ui({ do: 'click', selector: button(again, 'Review First') });
    await ui({ do: 'click', selector: above('Write') });
    await until('the file is written', () => readFileSync(local, 'utf8') === expected);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor', state: 'detached' });
  });

  it('says that agents are heard where they are', async () => {
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("${glad}")` });
    await run('notifications.clearAll');
  });

  it('says what still keeps agents from being heard, and fixes it on a click', async () => {
    const off = installed.replace('{', '{ "disableAllHooks": true,');
    const entries = readFileSync(local, 'utf8');
    write(local, off);
    await run('beckon.install');
    // Of many messages within 800 ms VS Code shows some in the list only.
    await run('notifications.showList');
    const left =
      '.notifications-center .notification-list-item:has-text("Beckon is set up for \\"workspace\\". Left to do:")';
    await ui({ do: 'waitFor', selector: left });
    assert.match((await texts(left)).join(), /settings\.local\.json switches all hooks off\./);
    assert.deepEqual(await texts(`${toasts}:has-text("${glad}")`), []);
    await ui({ do: 'click', selector: button(left, 'Open File') });
    await until('the file is open', () => vscode.window.activeTextEditor?.document.uri.fsPath === local);
    await run('workbench.action.closeActiveEditor');
    write(local, entries);
  });

  it('is not asked about a second time, whatever came of it', async () => {
    await beckon('uninstall', workspace);
    rmSync(dirname(local), { recursive: true });
    await run('notifications.clearAll');
    await reopen();
    await ui({ do: 'waitFor', selector: welcome('you see every line first') });
    assert.deepEqual(await texts(toasts), []);
  });

  it('takes it for a Cancel when the changes are closed', async () => {
    const done = run('beckon.install');
    await ui({ do: 'click', selector: button(review, 'Review First') });
    await ui({ do: 'waitFor', selector: above('Write') });
    await run('workbench.action.closeActiveEditor');
    await done;
    assert.equal(existsSync(dirname(local)), false);
  });

  it('shows what would be written on command, and after a Cancel nothing is written or asked', async () => {
    await showAndCancel();
    assert.equal(existsSync(dirname(local)), false);
    await reopen();
    assert.deepEqual(await texts(toasts), []);
  });
});

describe('A workspace that is set up', () => {
  let ownPace = () => {};

  before(async function () {
    needsBrowser(this);
    ownPace = hurryTimers(beckonFolder(), lookMs);
    await run('notifications.clearAll');
    write(local, theirs);
    await beckon('install', workspace);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
  });

  after(async () => {
    ownPace();
    await run('notifications.clearAll');
    rmSync(dirname(local), { recursive: true, force: true });
    rmSync(dirname(own), { recursive: true, force: true });
    rmSync(join(dirname(plantedClaude), 'qwen'), { force: true });
  });

  it('notices an entry that somebody takes out, and puts it back', async () => {
    const { Stop, ...rest } = JSON.parse(readFileSync(local, 'utf8')).hooks;
    assert.ok(Stop);
    writeFileSync(local, JSON.stringify({ model: 'opus', hooks: rest }));
    await ui({ do: 'waitFor', selector: loss });
    await ui({ do: 'waitFor', selector: welcome('does not get events from every agent') });
    assert.deepEqual((await texts(`${loss} .monaco-button`)).filter(Boolean), [
      'Repair',
      'Show Changes…',
      "Don't Ask Again",
    ]);
    await ui({ do: 'click', selector: button(loss, 'Repair') });
    await until('the entries are back', () => 'Stop' in JSON.parse(readFileSync(local, 'utf8')).hooks);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
  });

  it('notices a second loss, and tells of it once', async () => {
    rmSync(local);
    await ui({ do: 'waitFor', selector: loss });
    assert.match((await texts(loss)).join(), /are gone from workspace\/\.claude\/settings\.local\.json/);
    await run('notifications.clearAll');
    write(local, '{}');
    await reopen();
    assert.deepEqual(await texts(toasts), []);
    await ui({ do: 'waitFor', selector: welcome('does not get events from every agent') });
  });

  it('lists what is wrong, and fixes the issue that is picked', async () => {
    const health = run('beckon.showHealth');
    await ui({ do: 'waitFor', selector: `${lines}:has-text("workspace · Claude Code: entries are gone")` });
    await pressOnTop('Enter', 'workspace · Claude Code: entries are gone');
    await health;
    assert.ok('Stop' in JSON.parse(readFileSync(local, 'utf8')).hooks);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
  });

  it('notices within seconds that hooks are switched off, and opens the file that does it', async () => {
    write(own, '{ "disableAllHooks": true }');
    await ui({ do: 'waitFor', selector: welcome('does not get events from every agent') });
    const health = run('beckon.showHealth');
    await pressOnTop('Enter', '~/.claude/settings.json switches all hooks off');
    await health;
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, own);
    await run('workbench.action.closeActiveEditor');
    rmSync(own);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
  });

  it('asks once about a program that came later, and shows its file', async () => {
    plantProgram('qwen');
    await ask(true);
    await ui({ do: 'waitFor', selector: `${question}:has-text("the settings of Qwen Code")` });
    await ui({ do: 'click', selector: button(question, 'Show Changes…') });
    await ui({ do: 'waitFor', selector: `${planned}:has-text("SessionStart")` });
    await ui({ do: 'click', selector: button(review, 'Write') });
    await until('the file is written', () => existsSync(qwens));
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("${glad}")` });
    await run('notifications.clearAll');
    await ask(false);
  });

  it('tells in one message what several programs have lost, and repairs it with one click', async () => {
    write(local, '{}');
    rmSync(dirname(qwens), { recursive: true });
    const both = `${loss}:has-text("settings.local.json and workspace/.qwen/settings.json")`;
    await ui({ do: 'click', selector: button(both, 'Repair') });
    await until('both are back', () => readFileSync(local, 'utf8') !== '{}' && existsSync(qwens));
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
  });

  it('gets its bytes back on command, and is not asked about again', async () => {
    await run('beckon.uninstall');
    assert.equal(readFileSync(local, 'utf8'), '{}');
    assert.equal(existsSync(dirname(qwens)), false);
    await ui({
      do: 'waitFor',
      selector: `${toasts}:has-text("Removed Beckon's entries from workspace/.claude")`,
    });
    await ui({ do: 'waitFor', selector: welcome('you see every line first') });
    await run('notifications.clearAll');
    await ask(true);
    await reopen();
    await ask(false);
    assert.deepEqual(await texts(toasts), []);
  });

  it('is set up as far as it can be where one file does not parse, and says so in one message', async () => {
    write(qwens, '{ "model":');
    await everythingAsked("Qwen Code: settings can't be read");
    await ui({ do: 'waitFor', selector: welcome('you see every line first') });
    const done = run('beckon.install');
    await ui({ do: 'waitFor', selector: `${lines}:has-text("Qwen Code")` });
    await pressOnTop('Enter');
    await ui({ do: 'click', selector: button(review, 'Write') });
    const told = `${toasts}:has-text("Beckon is set up for Claude Code. Qwen Code was not: workspace/.qwen/settings.json:1:")`;
    await ui({ do: 'waitFor', selector: told });
    await done;
    assert.deepEqual((await texts(`${told} .monaco-button`)).filter(Boolean), ['Open File']);
    await ui({ do: 'waitFor', selector: welcome('it appears here by itself') });
    rmSync(dirname(qwens), { recursive: true });
    await beckon('uninstall', workspace);
  });
});
