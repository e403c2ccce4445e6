import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { installedBeckon } from '../support/beckon.ts';
import { removeSettings, silencesNobody } from '../support/hostileSettings.ts';
import { post } from '../support/post.ts';
import { pressOnTop, texts, ui } from '../support/ui.ts';
import { until } from '../support/until.ts';

const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const settings = join(workspace, '.claude');
const home = join(homedir(), '.beckon');
const own = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'agents', 'hooks');
const rows = '.sidebar .pane-body .monaco-list-row';
const toasts = '.notifications-toasts .notification-toast:visible';
const question = `${toasts}:has-text("Let Beckon tell you when an agent in")`;
const lines = '.quick-input-widget:visible .monaco-list-row';
const restricted = 'In Restricted Mode Beckon only shows agents: it changes no settings and runs nothing.';
const welcome = '.sidebar .welcome-view-content:visible';

describe('In Restricted Mode', () => {
  before(async () => {
    await until('Beckon is active', () => installedBeckon().isActive);
    await vscode.workspace
      .getConfiguration()
      .update('beckon.install.ask', true, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('beckon.showAgents');
  });

  it('the window is not trusted, and the view says what that means', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await ui({ do: 'waitFor', selector: `${welcome}:has-text("${restricted}")` });
  });

  it('nothing is asked, and nothing is written on command', async () => {
    for (const command of ['beckon.install', 'beckon.uninstall']) {
      void vscode.commands.executeCommand(command);
      await ui({
        do: 'waitFor',
        selector: `${toasts}:has-text("${restricted}")`,
      });
      assert.deepEqual(await texts(question), []);
      await vscode.commands.executeCommand('notifications.clearAll');
    }
    assert.equal(existsSync(settings), false);
    assert.deepEqual(readdirSync(home), ['windows']);
  });

  it('no Claude Code is started, and diagnostics say where they are from', async () => {
    void vscode.commands.executeCommand('beckon.startAgent');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("${restricted}")` });
    assert.equal(vscode.window.terminals.length, 0);
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('beckon.copyDiagnostics');
    assert.match(await vscode.env.clipboard.readText(), /\nWorkspace: Restricted Mode\n/);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('hooks of the workspace are not read, and the view of hooks says so', async () => {
    const hooks = join(workspace, '.agents', 'hooks');
    const text = (name: string) => `---\nname: ${name}\ndescription: One\ntrigger: session_end\n---\n`;
    mkdirSync(join(hooks, 'theirs'), { recursive: true });
    writeFileSync(join(hooks, 'theirs', 'HOOK.md'), text('theirs'));
    await vscode.commands.executeCommand('beckon.hooks.focus');
    await ui({ do: 'waitFor', selector: `${welcome}:has-text("hooks are not shown")` });
    mkdirSync(join(own, 'mine'), { recursive: true });
    writeFileSync(join(own, 'mine', 'HOOK.md'), text('mine'));
    await ui({ do: 'waitFor', selector: `${rows}:has-text("mine")` });
    await ui({
      do: 'waitFor',
      selector: `.sidebar .message:has-text("${restricted} The workspace's hooks are not shown.")`,
    });
    assert.deepEqual(await texts(`${rows}:has-text("theirs")`), []);
    await vscode.commands.executeCommand('beckon.runHookSample', `hook::${join(own, 'mine')}`);
    await ui({
      do: 'waitFor',
      selector: `${toasts}:has-text("${restricted}")`,
    });
    assert.equal(existsSync(join(home, 'active')), false);
    await vscode.commands.executeCommand('notifications.clearAll');
    rmSync(join(workspace, '.agents'), { recursive: true });
    rmSync(own, { recursive: true });
    await until('no row is left', async () => (await texts(rows)).length === 0);
    await vscode.commands.executeCommand('beckon.showAgents');
  });

  it('the text of a hook is checked, and nothing else of the workspace is looked at or run', async () => {
    const folder = join(workspace, '.agents', 'hooks', 'theirs');
    mkdirSync(join(folder, 'scripts'), { recursive: true });
    const ran = join(workspace, 'ran');
    writeFileSync(join(folder, 'scripts', 'run.sh'), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
    const text = '---\nname: theirs\ndescription: One\ntrigger: before_tool\ntimeout: 5\n---\n';
    writeFileSync(join(folder, 'HOOK.md'), text);
    const uri = vscode.Uri.file(join(folder, 'HOOK.md'));
    await vscode.window.showTextDocument(uri);
    await until('its timeout is marked', () => vscode.languages.getDiagnostics(uri).length > 0);
    assert.deepEqual(await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri), []);
    await vscode.commands.executeCommand('beckon.runHookSample', uri.toString());
    await ui({
      do: 'waitFor',
      selector: `${toasts}:has-text("${restricted}")`,
    });
    assert.equal(existsSync(ran), false);
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(join(workspace, '.agents'), { recursive: true });
  });

  it('no run is started, and the message about that has the way to trust', async () => {
    void vscode.commands.executeCommand('beckon.startRun');
    const message = `${toasts}:has-text("${restricted}")`;
    await ui({ do: 'click', selector: `${message} .monaco-button:has-text("Manage Workspace Trust")` });
    await ui({ do: 'waitFor', selector: '.workspace-trust-editor' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('beckon.showAgents');
  });

  it('health tells of nothing but that', async () => {
    const health = vscode.commands.executeCommand('beckon.showHealth');
    await ui({ do: 'waitFor', selector: `${lines}:has-text("Restricted Mode")` });
    assert.equal((await texts(lines)).length, 1);
    await pressOnTop('Escape');
    await health;
  });

  it('settings of the workspace change nothing of Beckon, and silence nobody', async () => {
    await silencesNobody('muted');
    await removeSettings();
    await post('muted', 'SessionEnd', { reason: 'other' });
    await ui({ do: 'waitFor', selector: `${welcome}:has-text("manage its trust")` });
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('no policy of the runbook is offered for an agent', async () => {
    mkdirSync(join(workspace, '.agents'));
    writeFileSync(join(workspace, '.agents', 'runbook.yaml'), 'agents: { planted: { run: claude } }\n');
    // Nothing is in place yet by which an agent could tell.
    await post('strange', 'UserPromptSubmit', { prompt: 'Trust me' });
    await ui({ do: 'waitFor', selector: '.sidebar .pane-body .monaco-list-row:has-text("Trust me")' });
    const picked = vscode.commands.executeCommand('beckon.supervise', 'claude-code:strange');
    await ui({ do: 'waitFor', selector: `${lines}:has-text("Default")` });
    assert.equal((await texts(lines)).length, 1);
    await pressOnTop('Escape');
    await picked;
    await post('strange', 'SessionEnd', { reason: 'other' });
    await ui({ do: 'waitFor', selector: `${welcome}:has-text("manage its trust")` });
    rmSync(join(workspace, '.agents'), { recursive: true });
  });

  it('the way to trust leads out of it, and then the question comes', async () => {
    await ui({ do: 'click', selector: `${welcome} a:has-text("manage its trust")` });
    await ui({ do: 'click', selector: '.workspace-trust-editor .monaco-button:text-is("Trust")' });
    await until('the window is trusted', () => vscode.workspace.isTrusted);
    await ui({ do: 'waitFor', selector: question });
    assert.equal(existsSync(settings), false);
    assert.equal(existsSync(join(home, 'bin', 'claude-code')), true);
  });
});
