import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { productClock } from './support/productClock.ts';
import { type Asking, ask, relay, tell } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const title = (text: string) => `.quick-input-title:has-text("${text}")`;
const inDocument = '.editor-group-container.active .monaco-editor.focused';
const action = (label: string) =>
  `.editor-group-container.active .editor-actions .action-label:text-is("${label}")`;
/** A word that no title has room for. */
const word = 'x'.repeat(60);
const inTerminal = '.terminal-wrapper.active .xterm-helper-textarea:focus';
const { executeCommand } = vscode.commands;
const sees = (selector: string) => ui({ do: 'waitFor', selector, state: 'attached' });
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await ui({ do: 'press', key });
};

const realNow = Date.now;

/** Stops the clock of the product, so long after now. */
function stopClock(aheadMs = 0): void {
  const now = realNow() + aheadMs;
  Date.now = () => now;
}

/** Longer than a row has to stand still. */
const longMs = 10_000;

describe('What agents ask', () => {
  const asked: Asking[] = [];
  const sessions = new Set<string>();
  let terminal: vscode.Terminal | undefined;
  const starts = (session: string, tool: string, input: object) => {
    sessions.add(session);
    const asking = ask(session, tool, input);
    asked.push(asking);
    return asking;
  };
  const buttons = async (text: string) => {
    const row = `${rows}:has-text("${text}")`;
    // The tooltip of another row may lie over this one.
    await ui({ do: 'moveMouse', x: 0, y: 0 });
    await ui({ do: 'hover', selector: row });
    const selector = `${row} .actions .action-label`;
    await ui({ do: 'waitFor', selector });
    return ((await ui({ do: 'attributes', selector, name: 'aria-label' })) as string[]).map(
      (label) => label.split(' (')[0],
    );
  };
  const asks = async (session: string, command: string) => {
    const asking = starts(session, 'Bash', { command });
    await sees(`${rows}[aria-label*="asks: $ ${command}"]`);
    return asking;
  };

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    Date.now = realNow;
    productClock.run();
    terminal?.dispose();
    terminal = undefined;
    await press('Escape');
    for (const { process } of asked.splice(0)) process.kill();
    await Promise.all([...sessions].map((session) => tell(session, 'SessionEnd', { reason: 'other' })));
    sessions.clear();
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('can be approved in its row only where it is short enough to be read there', async () => {
    await asks('short', 'make it');
    await asks('long', 'git push --force-with-lease origin feature');
    assert.deepEqual(await buttons('$ make it'), ['Approve', 'Deny', 'Go to Terminal']);
    assert.deepEqual(await buttons('$ git push'), ['Read…', 'Deny', 'Go to Terminal']);
  });

  it('is skipped where it is a question, and rejected where it is a plan', async () => {
    const questions = [{ question: 'Which color?', options: [{ label: 'Red' }], multiSelect: false }];
    stopClock();
    starts('question', 'AskUserQuestion', { questions });
    const plan = starts('plan', 'ExitPlanMode', { plan: '# Paint the shed' });
    await sees(`${rows}:has-text("? Which color?")`);
    await sees(`${rows}:has-text("plan: Paint the shed")`);
    assert.deepEqual(await buttons('? Which color?'), ['Answer…', 'Skip Question', 'Go to Terminal']);
    assert.deepEqual(await buttons('plan: Paint the shed'), ['Answer…', 'Reject Plan', 'Go to Terminal']);
    stopClock(longMs);
    const row = `${rows}:has-text("plan: Paint the shed")`;
    await ui({ do: 'hover', selector: row });
    await ui({ do: 'click', selector: `${row} .action-label[aria-label^="Reject Plan"]` });
    assert.match(await plan.said, /"behavior":"deny","message":"The user rejected this plan/);
  });

  it('is shown before a click counts, where its row has just come', async () => {
    stopClock();
    const asking = await asks('fresh', 'make fresh');
    const shown = executeCommand('beckon.approve', 'claude-code:fresh');
    await sees(title('wants to run: make fresh'));
    assert.equal(asking.process.exitCode, null);
    await pressOnTop('Escape');
    await shown;
    stopClock(longMs);
    await executeCommand('beckon.approve', 'claude-code:fresh');
    assert.match(await asking.said, /"behavior":"allow"/);
  });

  it('is gone through and answered by keys, also from a terminal', async () => {
    const [, second] = [await asks('keys1', 'make one'), await asks('keys2', 'make two')];
    terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', shellArgs: ['--norc'] });
    terminal.show(false);
    await sees(inTerminal);
    await press('Control+k', 'b');
    await sees(title('wants to run: make one'));
    await press('Control+k', 'b');
    // Nobody has read yet what has only just come.
    productClock.stop();
    await press('Control+k', 'b');
    await sees(title('wants to run: make one'));
    await press('Control+k', 'Control+y');
    await everythingDrawn();
    assert.equal(asked[0]?.process.exitCode, null);
    productClock.moveOn(longMs);
    await press('Control+k', 'b');
    await sees(title('wants to run: make two'));
    productClock.moveOn(longMs);
    await press('Control+k', 'Control+y');
    assert.match((await second?.said) ?? '', /"behavior":"allow"/);
    productClock.run();
    await sees(inTerminal);
    await press('Control+k', 'b');
    await sees(title('wants to run: make one'));
    await pressOnTop('Enter', 'Approve');
    assert.match((await asked[0]?.said) ?? '', /"behavior":"allow"/);
  });

  it('is never opened behind the list of another one, and gives the keyboard back to the terminal', async () => {
    await asks('behind1', 'make one');
    await asks('behind2', 'make two');
    const third = await asks('behind3', `make ${word}`);
    terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', shellArgs: ['--norc'] });
    terminal.show(false);
    await sees(inTerminal);
    for (const command of ['make one', 'make two']) {
      await press('Control+k', 'b');
      await sees(title(`wants to run: ${command}`));
    }
    await press('Control+k', 'b');
    await ui({ do: 'waitFor', selector: action('Approve') });
    await sees(inDocument);
    await ui({ do: 'waitFor', selector: '.quick-input-widget', state: 'hidden' });
    await sees(inDocument);
    productClock.moveOn(longMs);
    await press('Control+k', 'Control+y');
    assert.match(await third.said, /"behavior":"allow"/);
    await sees(inTerminal);
  });

  it('is answered by keys in its document, wherever it was opened from', async () => {
    terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', shellArgs: ['--norc'] });
    terminal.show(false);
    await sees(inTerminal);
    const first = await asks('keys3', `make ${word}`);
    await press('Control+k', 'Control+n');
    await pressOnTop('Enter', 'Claude Code keys3');
    await ui({ do: 'waitFor', selector: action('Deny') });
    await sees(inDocument);
    await everythingDrawn();
    productClock.moveOn(longMs);
    await press('Control+k', 'Control+n');
    assert.match(await first.said, /"behavior":"deny"/);
    await sees(inTerminal);
    const second = await asks('keys4', `make ${'y'.repeat(200)}`);
    const toast = '.notifications-toasts .notification-list-item:has-text("yyy")';
    await ui({ do: 'click', selector: `${toast} .monaco-button:has-text("Read")` });
    await ui({ do: 'waitFor', selector: action('Deny with Reason…') });
    await sees(inDocument);
    await everythingDrawn();
    await sees(inDocument);
    await ui({ do: 'click', selector: action('Deny with Reason…') });
    await sees('.quick-input-widget input:focus');
    await ui({ do: 'type', text: 'Use npm.' });
    await press('Enter');
    assert.match(await second.said, /Use npm\./);
    await sees(inTerminal);
  });

  it('is opened by a click on the status bar, before what was left to the terminal', async () => {
    await asks('left', 'make left');
    await executeCommand('beckon.escalate', 'claude-code:left');
    await sees(`${rows}:has-text("in the terminal")`);
    await asks('bar', 'make bar');
    await ui({ do: 'click', selector: '.statusbar-item:has-text("2 need you")' });
    await sees(title('wants to run: make bar'));
    await pressOnTop('Escape');
  });

  it('says nothing to the second of two clicks', async () => {
    const asking = await asks('twice', 'make twice');
    stopClock(longMs);
    productClock.stop();
    await executeCommand('beckon.approve', 'claude-code:twice');
    assert.match(await asking.said, /"behavior":"allow"/);
    await executeCommand('beckon.approve', 'claude-code:twice');
    void vscode.window.showInformationMessage('Nothing was said before.');
    await sees('.notifications-toasts :has-text("Nothing was said before.")');
    assert.deepEqual(await texts('.notifications-toasts :has-text("already answered")'), []);
  });

  it('is approved together with others by command, except where it cannot be shown whole', async () => {
    await asks('all1', 'make all');
    const tab = starts('all2', 'Bash', { command: 'make\tall' });
    await sees(`${rows}:has-text("all2")`);
    const over = executeCommand('beckon.approveAll');
    await sees(title('1 of 1: '));
    await sees('.notifications-toasts :has-text("1 of 2 asks are not shown here")');
    productClock.moveOn(longMs);
    await pressOnTop('Enter', 'Approve All 1');
    await over;
    assert.match((await asked[0]?.said) ?? '', /"behavior":"allow"/);
    assert.equal(tab.process.exitCode, null);
  });
});
