import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { type Asking, ask, relay, tell } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const status = '.statusbar-item[id*="beckon.status"]:visible';
const toasts = '.notifications-toasts .notification-list-item';
const { executeCommand } = vscode.commands;
const set = (key: string, value: unknown) =>
  vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);

describe('Outside VS Code', () => {
  const { PATH, DISPLAY } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'beckon-notify-send-'));
  const [told, click, shown] = [join(folder, 'told'), join(folder, 'click'), join(folder, 'shown-')];
  const asked: Asking[] = [];
  const sessions = new Set<string>();
  const asks = (session: string, command: string) => {
    sessions.add(session);
    const asking = ask(session, 'Bash', { command });
    asked.push(asking);
    return asking;
  };
  const saysNotifySend = (line: string) =>
    until(
      `notify-send was told ${line}`,
      () => existsSync(told) && readFileSync(told, 'utf8').includes(line),
    );

  before(async function () {
    needsBrowser(this);
    const tool = join(folder, 'notify-send');
    // As long as it is shown there is a file for it.
    const life = `>'${shown}'$$; trap "rm -f '${shown}'$$" EXIT`;
    const words = `trap "echo taken back >>'${told}'; exit" INT; printf '%s\\n' "$@" >>'${told}'`;
    const wait = `while ! [ -e '${click}' ]; do sleep 0.05; done; echo default`;
    const lines = ['#!/bin/sh', '[ "$1" = --help ] && exec echo --action', life, words, wait];
    writeFileSync(tool, lines.map((line) => `${line}\n`).join(''));
    chmodSync(tool, 0o755);
    process.env.PATH = `${folder}${delimiter}${PATH}`;
    process.env.DISPLAY = ':0';
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    // The window of a test never loses the focus.
    await set('beckon.desktop.afterSeconds', 0);
    await executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    for (const { process: relayed } of asked.splice(0)) relayed.kill();
    await Promise.all([...sessions].map((session) => tell(session, 'SessionEnd', { reason: 'other' })));
    sessions.clear();
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
    // One that is being taken back still says so.
    const left = () => readdirSync(folder).filter((name) => name.startsWith('shown-'));
    await until('no notification is left', () => left().length === 0);
    rmSync(told, { force: true });
    rmSync(click, { force: true });
  });

  after(async () => {
    await executeCommand('beckon.endSnooze');
    await set('beckon.desktop.afterSeconds', undefined);
    process.env.PATH = PATH;
    if (DISPLAY === undefined) delete process.env.DISPLAY;
    else process.env.DISPLAY = DISPLAY;
    rmSync(folder, { recursive: true, force: true });
  });

  it('an ask is a notification of the system, which shows its row at a click and goes when it is over', async () => {
    const first = asks('out1', 'echo one');
    await saysNotifySend('wants to run: echo one');
    writeFileSync(click, '');
    await ui({ do: 'waitFor', selector: `${rows}.selected:has-text("echo one")` });
    assert.equal(first.process.exitCode, null);
    rmSync(click);
    const second = asks('out2', 'echo two');
    await saysNotifySend('wants to run: echo two');
    second.process.kill();
    await saysNotifySend('taken back');
  });

  it('a link shows the row of an ask, answers nothing, and says when it is over', async () => {
    const asking = asks('out3', 'echo three');
    await ui({ do: 'waitFor', selector: `${rows}:has-text("echo three")` });
    await saysNotifySend('echo three');
    const link = `${vscode.env.uriScheme}://beckon.beckon/show?row=`;
    await open(`${link}ask:${await decisionOf('out3')}`);
    await ui({ do: 'waitFor', selector: `${rows}.selected:has-text("echo three")` });
    await open(`${link}ask:nobody`);
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("This agent no longer needs you.")` });
    assert.equal(asking.process.exitCode, null);
  });

  it('nothing is told while notifications are snoozed, which the status bar says, and which can be ended', async () => {
    await executeCommand('beckon.snooze');
    await ui({ do: 'waitFor', selector: `${status}:has-text("until")` });
    asks('out4', 'echo later');
    await ui({ do: 'waitFor', selector: `${status}:has-text("1 needs you")` });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("echo later")` });
    assert.deepEqual([await texts(toasts), existsSync(told)], [[], false]);
    await executeCommand('beckon.endSnooze');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("echo later")` });
    await saysNotifySend('echo later');
  });
});

/** The id of what an agent asks, as the command line tells it. */
async function decisionOf(session: string): Promise<string> {
  const beckon = join(homedir(), '.beckon', 'bin', 'beckon');
  const { stdout } = await promisify(execFile)(beckon, ['agents', '--json']);
  const agents: readonly { agent: string; decision?: string }[] = JSON.parse(stdout);
  return agents.find(({ agent }) => agent === `claude-code:${session}`)?.decision ?? '';
}

/** Opens a link as the system would have VS Code do. */
async function open(link: string): Promise<void> {
  void executeCommand('workbench.action.url.openUrl');
  await ui({ do: 'waitFor', selector: '.quick-input-widget:visible input:focus' });
  await ui({ do: 'type', text: link });
  await pressOnTop('Enter');
}
