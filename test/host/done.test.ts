import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { post } from './support/post.ts';
import { workspaceFolder } from './support/relayAgent.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const status = (text: string) => `.statusbar-item[id*="beckon.status"]:visible:has-text("${text}")`;
const row = (label: string, state: string) => `${rows}:has-text("${label}"):has-text("${state}")`;
const sees = (selector: string) => ui({ do: 'waitFor', selector });
const sawLast = (selector: string) => ui({ do: 'waitFor', selector, state: 'detached' });
const { executeCommand } = vscode.commands;

describe('An agent that is done', () => {
  const finish = async (session: string, prompt: string) => {
    await post(session, 'UserPromptSubmit', { prompt });
    await post(session, 'Stop', {});
    await sees(row(prompt, 'done · unseen'));
  };

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await executeCommand('beckon.showAgents');
  });

  after(async () => {
    for (const session of ['first', 'second']) await post(session, 'SessionEnd', { reason: 'other' });
    await until('no row is left', async () => (await texts(rows)).length === 0);
  });

  it('is counted in the status bar until the person clicks on its row', async () => {
    await finish('first', 'Write guide');
    await sees(status('1 done'));
    await ui({ do: 'click', selector: row('Write guide', 'done · unseen') });
    await sees(row('Write guide', 'idle'));
    await sawLast(status('done'));
    await executeCommand('notifications.clearAll');
  });

  it('is seen after Mark All Seen', async () => {
    await finish('first', 'Write guide');
    await finish('second', 'Port to pnpm');
    await sees(status('2 done'));
    await ui({ do: 'click', selector: '.sidebar .pane-header .action-label[aria-label^="Mark All Seen"]' });
    await sees(row('Write guide', 'idle'));
    await sees(row('Port to pnpm', 'idle'));
    await sawLast(status('done'));
  });
});

describe('Agents of which nothing is heard', () => {
  const idle = Array.from({ length: 20 }, (_, index) => `idle-${index}`);

  before(async function () {
    needsBrowser(this);
    await executeCommand('beckon.showAgents');
  });

  after(async () => {
    for (const session of ['quiet', ...idle]) await post(session, 'SessionEnd', { reason: 'other' });
    await until('no row is left', async () => (await texts(rows)).length === 0);
  });

  it('say how long that is where they work, and are one row where they are idle', async () => {
    await post('quiet', 'UserPromptSubmit', { prompt: 'Refactor billing' }, 12);
    for (const session of idle) await post(session, 'SessionStart', { source: 'startup' }, 60);
    await sees(row('Refactor billing', 'quiet 12m'));
    await sees(`${rows}:has-text("20 idle agents")`);
    assert.deepEqual(await texts(`${rows}:has-text("Claude Code idle")`), []);
  });
});

describe('An agent that died', () => {
  const session = randomUUID();
  const agent = `claude-code:${session}`;
  const died = row('Port to yarn', 'died · exit 137');
  let folder = '';
  const said = () => join(folder, 'said');
  const setPath = (path: string | undefined) =>
    vscode.workspace
      .getConfiguration()
      .update('terminal.integrated.env.linux', path && { PATH: path }, vscode.ConfigurationTarget.Global);

  before(async function () {
    needsBrowser(this);
    folder = mkdtempSync(join(tmpdir(), 'beckon-resume-'));
    mkdirSync(join(folder, 'bin'));
    // What it was called with is there as a whole once it is there at all.
    const claude = `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@" >"${said()}.part"\nmv "${said()}.part" "${said()}"\n`;
    writeFileSync(join(folder, 'bin', 'claude'), claude, { mode: 0o755 });
    const transcript_path = join(folder, 'projects', 'w', `${session}.jsonl`);
    mkdirSync(dirname(transcript_path), { recursive: true });
    writeFileSync(transcript_path, '{"type":"user","message":{"content":"Port to yarn"}}\n');
    await executeCommand('beckon.showAgents');
    await post(session, 'UserPromptSubmit', { prompt: 'Port to yarn', transcript_path });
    await sees(`${rows}:has-text("Port to yarn")`);
    await post(session, 'agent:exited', { agent_id: agent, exit_code: 137 });
  });

  after(async () => {
    await setPath(undefined);
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await executeCommand('notifications.clearAll');
    rmSync(folder, { recursive: true, force: true });
  });

  it('needs nobody any more once the person has clicked on its row', async () => {
    await sees(status('1 needs you'));
    await ui({ do: 'click', selector: died });
    await sawLast(status('needs you'));
    // Until VS Code has drawn a folder anew it cannot say which of its rows a button is in.
    await sawLast(`${rows}:has-text("needs you")`);
    await everythingDrawn();
    await sees(died);
  });

  it('goes on in a terminal after Resume', async () => {
    await setPath(`${join(folder, 'bin')}:/usr/bin:/bin`);
    await ui({ do: 'hover', selector: died });
    await ui({ do: 'click', selector: `${died} .action-label[aria-label^="Resume"]` });
    await until('its program was started', () => existsSync(said()));
    assert.deepEqual(readFileSync(said(), 'utf8').trim().split('\n'), [
      workspaceFolder(),
      '--resume',
      session,
    ]);
    assert.ok(vscode.window.terminals.some(({ name }) => name === 'Port to yarn'));
  });

  it('leaves after Remove from List', async () => {
    await executeCommand('beckon.forget', agent);
    await until('no row is left', async () => (await texts(rows)).length === 0);
  });
});
