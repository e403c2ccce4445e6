import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { type Asking, ask, relay, tell } from './support/relayAgent.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const picks = '.quick-input-widget:visible .monaco-list-row';
const { executeCommand } = vscode.commands;

const press = (key: string) => ui({ do: 'press', key });
const sees = (selector: string) => ui({ do: 'waitFor', selector });

/** Goes to a row by the keyboard. */
async function select(text: string): Promise<void> {
  await sees(`${rows}:has-text("${text}")`);
  await executeCommand('beckon.showAgents');
  await sees('.sidebar .monaco-list:focus');
  await press('Home');
  await until(`the row ${text} is selected`, async () => {
    const [focused = ''] = await texts(`.sidebar .monaco-list:focus .monaco-list-row.focused`);
    if (focused.includes(text)) return true;
    await press('ArrowDown');
    return false;
  });
}

/** Presses a key as often as one that is held down. */
async function hold(key: string): Promise<void> {
  for (let times = 0; times < 12; times += 1) await press(key);
}

describe('A plan that is open already', () => {
  let asking: Asking | undefined;
  let terminal: vscode.Terminal | undefined;

  before(function () {
    needsBrowser(this);
  });

  afterEach(async () => {
    asking?.process.kill();
    terminal?.dispose();
    await tell('planned', 'SessionEnd', { reason: 'other' });
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('is shown and has the keyboard when it is to be read again, and gives it back when it goes', async () => {
    const inTerminal = '.terminal-wrapper.active .xterm-helper-textarea:focus';
    const terminalHasIt = () => ui({ do: 'waitFor', selector: inTerminal, state: 'attached' });
    const pageHasIt = () => ui({ do: 'waitFor', selector: inTerminal, state: 'detached' });
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
    asking = ask('planned', 'ExitPlanMode', { plan: '# Paint the shed' });
    await sees(`${rows}:has-text("plan")`);
    terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', shellArgs: ['--norc'] });
    terminal.show(false);
    await terminalHasIt();
    const first = executeCommand('beckon.answer', 'claude-code:planned', 'toast');
    await pageHasIt();
    // A page that is still being made takes the keyboard once more when it is there.
    await until('the terminal has the keyboard', async () => {
      terminal?.show(false);
      return (await ui({ do: 'count', selector: inTerminal })) === 1;
    });
    let isOver = false;
    const second = executeCommand('beckon.answer', 'claude-code:planned', 'toast').then(() => {
      isOver = true;
    });
    await pageHasIt();
    // Whatever was asked of VS Code before has come about when this has.
    await executeCommand('beckon.copyId', 'claude-code:planned');
    assert.equal(isOver, false);
    await pageHasIt();
    asking.process.kill();
    await Promise.all([first, second]);
    await terminalHasIt();
  });
});

describe('The tree, by the keyboard', () => {
  let session = '';
  let asking: Asking | undefined;

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    asking?.process.kill();
    asking = undefined;
    await press('Escape');
    await tell(session, 'SessionEnd', { reason: 'other' });
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('approves nothing while Enter is held, and then by Enter again', async () => {
    session = 'held';
    asking = ask(session, 'Bash', { command: 'make held' });
    await select('make held');
    await hold('Enter');
    await sees(`${picks}.focused:has-text("Approve")`);
    assert.equal(asking.process.exitCode, null);
    await press('Enter');
    assert.match(await asking.said, /"behavior":"allow"/);
  });

  it('answers no question while Enter is held, and at once by the arrow keys', async () => {
    session = 'chosen';
    const options = [{ label: 'Red' }, { label: 'Blue' }];
    const questions = ['Which color?', 'Which one?'].map((question) => ({
      question,
      header: question,
      multiSelect: false,
      options,
    }));
    asking = ask(session, 'AskUserQuestion', { questions });
    await select('Which color?');
    await hold('Enter');
    await sees('.quick-input-title:has-text("Which color?")');
    await press('ArrowDown');
    await press('ArrowDown');
    await hold('Enter');
    await sees('.quick-input-title:has-text("Which one?")');
    await press('ArrowDown');
    await press('Enter');
    assert.match(await asking.said, /"Which color\?":"Blue","Which one\?":"Red"/);
  });

  it('keeps a conversation closed that the person closed, whatever subagents come and go', async () => {
    session = 'closed';
    const subagent = (id: string) => ({ agent_id: id, agent_type: id });
    const child = (name: string) => `${rows}[aria-label^="${name}"]`;
    const childless = `${rows}:has-text("Look around"):not(:has(.monaco-tl-twistie.collapsible))`;
    await tell(session, 'UserPromptSubmit', { prompt: 'Look around' });
    await sees(childless);
    await tell(session, 'SubagentStart', subagent('Explore'));
    await sees(child('Explore'));
    await select('Look around');
    await press('ArrowLeft');
    await sees(`${rows}[aria-expanded="false"]:has-text("Look around")`);
    await tell(session, 'SubagentStop', subagent('Explore'));
    await tell(session, 'UserPromptSubmit', { prompt: 'More' });
    await sees(childless);
    await tell(session, 'SubagentStart', subagent('Review'));
    await sees(`${rows}:has-text("Look around"):has(.monaco-tl-twistie.collapsible)`);
    assert.deepEqual(await texts(child('Review')), []);
    await select('Look around');
    await press('ArrowRight');
    await sees(child('Review'));
    await tell(session, 'SubagentStop', subagent('Review'));
    await tell(session, 'UserPromptSubmit', { prompt: 'More' });
    await sees(childless);
    await tell(session, 'SubagentStart', subagent('Plan'));
    await sees(child('Plan'));
  });
});
