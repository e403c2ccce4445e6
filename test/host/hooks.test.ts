import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { beckonFolder, installedBeckon } from './support/beckon.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { workspaceFolder } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, rowTexts, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

/** How often the view looks at the hooks while it is seen. */
const lookMs = 2000;

const { executeCommand } = vscode.commands;
const rows = '.sidebar .pane:has(.pane-header:has-text("Hooks")) .monaco-list-row';
const picks = '.quick-input-widget:visible .monaco-list-row';
const toasts = '.notifications-toasts .notification-list-item';
const welcome = '.sidebar .welcome-view-content:visible';

const ownPlace = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'agents', 'hooks');
const theirPlace = () => join(workspaceFolder(), '.agents', 'hooks');
const active = join(homedir(), '.beckon', 'active');
const row = (text: string) => `${rows}:has-text("${text}")`;
const idOf = (name: string) => `hook:${workspaceFolder()}:${join(theirPlace(), name)}`;

function writeHook(place: string, name: string, keys: string, script: string): void {
  const scripts = join(place, name, 'scripts');
  mkdirSync(scripts, { recursive: true });
  writeFileSync(join(scripts, 'run.sh'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(scripts, 'run.sh'), 0o755);
  writeFileSync(
    join(place, name, 'HOOK.md'),
    `---\nname: ${name}\ndescription: Says what it thinks\n${keys}---\n\n# Hook\n`,
  );
}

/**
 * Runs a command for the folder as a person in a terminal does. Under test VS Code shows no dialogs; test/window has those.
 * The extension must go on meanwhile: it may just be looking for hooks, and the command waits until it is done.
 */
async function beckon(...words: readonly string[]): Promise<void> {
  const program = join(installedBeckon().extensionPath, 'dist', 'beckon.cjs');
  const args = [program, ...words, '--workspace', workspaceFolder()];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
}
const allow = (name: string, ...how: readonly string[]) => beckon('hooks', 'allow', name, ...how);

/** The text of a document of this name, once it is shown. */
async function shownText(name: string): Promise<string> {
  const document = await until(`the text ${name}`, () => {
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.includes(name));
    return shown?.document;
  });
  return document?.getText() ?? '';
}

describe('The Hooks view', () => {
  let ownPace = () => {};

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    ownPace = hurryTimers(beckonFolder(), lookMs);
    await executeCommand('beckon.hooks.focus');
  });

  after(async () => {
    rmSync(ownPlace(), { recursive: true, force: true });
    rmSync(join(workspaceFolder(), '.agents'), { recursive: true, force: true });
    await executeCommand('workbench.action.closeAllEditors');
    await executeCommand('notifications.clearAll');
    await until('no row is left', async () => (await texts(rows)).length === 0);
    await until('no marker is left', () => !existsSync(active));
    await executeCommand('beckon.showAgents');
    ownPace();
  });

  it('says what hooks are for where there are none', async () => {
    await ui({ do: 'waitFor', selector: `${welcome}:has-text("Hooks run for every agent")` });
  });

  it('makes one of a pattern, and opens it', async () => {
    await ui({ do: 'click', selector: `${welcome} a:has-text("New Hook")` });
    await ui({ do: 'click', selector: `${picks}:has-text("block-dangerous-commands")` });
    await ui({ do: 'click', selector: `${picks}:has-text("All my projects")` });
    await ui({ do: 'waitFor', selector: '.quick-input-widget:visible:has-text("Name of the hook")' });
    await pressOnTop('Enter');
    const file = join(ownPlace(), 'block-dangerous-commands', 'HOOK.md');
    await until('it is open', () => vscode.window.activeTextEditor?.document.fileName === file);
    await ui({ do: 'waitFor', selector: row('before_tool · Shell') });
    await until('its marker', () => existsSync(join(active, 'claude-code.PreToolUse')));
  });

  it('finds hooks that are made by hand, and shows those of the folder as not allowed', async () => {
    writeHook(theirPlace(), 'say-no', 'trigger: before_tool\n', 'echo Not today. >&2\nexit 2');
    writeHook(theirPlace(), 'first', 'trigger: before_stop\npriority: 900\n', 'exit 0');
    mkdirSync(join(theirPlace(), 'Odd One'));
    writeFileSync(join(theirPlace(), 'Odd One', 'HOOK.md'), '---\nname: odd\ntrigger: never\n---\n');
    await ui({ do: 'waitFor', selector: row('say-no') });
    await ui({ do: 'waitFor', selector: row('error in HOOK.md') });
    const shown = (await rowTexts(rows)).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    assert.deepEqual(
      shown.map((text) => /All my projects|block|workspace|first|say-no|Odd One/.exec(text)?.[0]),
      ['All my projects', 'block', 'workspace', 'first', 'say-no', 'Odd One'],
    );
    assert.match(shown[4] ?? '', /before_tool · allow it first/);
  });

  it('runs none that is not allowed, and says why', async () => {
    await executeCommand('beckon.runHookSample', idOf('say-no'));
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("is not run: allow it first")` });
    await executeCommand('notifications.clearAll');
  });

  it('follows what the command line allows', async () => {
    await allow('say-no');
    await ui({ do: 'waitFor', selector: `${row('say-no')}:has-text("allow it first")`, state: 'detached' });
  });

  it('shows what came of a sample to the side, and the last outcome in the row', async () => {
    const hook = vscode.Uri.file(join(theirPlace(), 'say-no', 'HOOK.md'));
    const { document } = await vscode.window.showTextDocument(hook);
    await executeCommand('beckon.runHookSample', idOf('say-no'));
    const text = await shownText('say-no (sample)');
    assert.match(text, /^say-no: denied: Not today\./);
    assert.match(text, /^Exit {6}2$/m);
    assert.match(text, /"tool_name": "Bash"/);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    await ui({ do: 'waitFor', selector: `${row('say-no')}:has-text("denied just now")` });
  });

  it('keeps a log of it', async () => {
    await executeCommand('beckon.showHookLog', idOf('say-no'));
    assert.match(
      await shownText('say-no (log)'),
      /denied · before_tool · exit 2 · \d+ ms · a sample\n {4}Not today\./,
    );
  });

  it('says that one changed, in a message too since it blocks nothing now, and runs it no more', async () => {
    await executeCommand('notifications.clearAll');
    appendFileSync(join(theirPlace(), 'say-no', 'scripts', 'run.sh'), '# another\n');
    await ui({ do: 'waitFor', selector: `${row('say-no')}:has-text("changed since you allowed it")` });
    const told = `${toasts}:has-text("blocks nothing until you allow it again")`;
    await ui({ do: 'waitFor', selector: `${told} >> text="Allow…"` });
    await ui({ do: 'click', selector: `${told} >> text="Open"` });
    const file = join(theirPlace(), 'say-no', 'HOOK.md');
    await until('it is open', () => vscode.window.activeTextEditor?.document.fileName === file);
    await executeCommand('beckon.runHookSample', idOf('say-no'));
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("changed since you allowed it")` });
    await executeCommand('notifications.clearAll');
  });

  it('tells which may approve', async () => {
    await allow('say-no', '--may-approve');
    await ui({ do: 'waitFor', selector: `${row('say-no')}:has-text("can auto-approve")` });
  });

  it('switches one off with the button in its row', async () => {
    await ui({ do: 'hover', selector: row('say-no') });
    await ui({ do: 'click', selector: `${row('say-no')} .action-label[aria-label^="Deny"]` });
    await ui({ do: 'waitFor', selector: `${row('say-no')}:has-text("switched off")` });
    const markers = readdirSync(active).filter((name) => name.startsWith('claude-code.'));
    assert.deepEqual(markers.toSorted(), ['claude-code.PreToolUse', 'claude-code.SessionStart']);
  });

  it('says in the row and at the trigger which program does not run one', async () => {
    await beckon('install', '--agent', 'codex');
    writeHook(theirPlace(), 'watch-failures', 'trigger: after_tool_failure\n', 'exit 0');
    await allow('watch-failures');
    await ui({ do: 'waitFor', selector: `${row('watch-failures')}:has-text("not run by Codex")` });
    const hook = vscode.Uri.file(join(theirPlace(), 'watch-failures', 'HOOK.md'));
    await vscode.window.showTextDocument(hook);
    await until('it is told', () =>
      vscode.languages
        .getDiagnostics(hook)
        .some(({ message }) => message.startsWith("Codex can't run this hook")),
    );
    await beckon('uninstall', '--agent', 'codex');
    await ui({
      do: 'waitFor',
      selector: `${row('watch-failures')}:has-text("not run by Codex")`,
      state: 'detached',
    });
  });
});
