import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { beckonFile, installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { type HeldTimers, holdTimers } from './support/holdTimers.ts';
import { post } from './support/post.ts';
import { productClock } from './support/productClock.ts';
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
    const row = '.sidebar .monaco-list:focus .monaco-list-row.focused';
    const [focused = ''] = await texts(row);
    if (focused.includes(text)) return true;
    const isLast = await ui({ do: 'count', selector: `${row}[data-last-element="true"]` });
    await press(isLast ? 'Home' : 'ArrowDown');
    return false;
  });
}

/** Presses Enter again and again, as a key does that is held down, until something `shown` is seen and a few times more. */
async function holdEnter(selector: string, shown = () => {}): Promise<void> {
  await until(`${selector} while Enter is held`, async () => {
    await press('Enter');
    return (await ui({ do: 'count', selector })) === 1;
  });
  shown();
  for (let times = 0; times < 6; times += 1) await press('Enter');
}

/** How long a list waits for a key to be let go of before Enter answers. */
const calmMs = 800;

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
  let other: Asking | undefined;
  let calm: HeldTimers | undefined;
  const realNow = Date.now;

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    Date.now = realNow;
    calm?.end();
    productClock.run();
    for (const one of [asking, other]) one?.process.kill();
    await press('Escape');
    await tell(session, 'SessionEnd', { reason: 'other' });
    if (other) await tell('other', 'SessionEnd', { reason: 'other' });
    calm = asking = other = undefined;
    await executeCommand('workbench.action.closeAllEditors');
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('approves nothing while Enter is held, and then by Enter again', async () => {
    session = 'held';
    asking = ask(session, 'Bash', { command: 'make held' });
    await select('make held');
    calm = holdTimers(beckonFile(), (ms) => ms === calmMs);
    await holdEnter(`${picks}:has-text("Approve")`);
    await everythingDrawn();
    assert.equal(await ui({ do: 'count', selector: `${picks}.focused` }), 0);
    assert.equal(asking.process.exitCode, null);
    calm.end();
    await sees(`${picks}.focused:has-text("Approve")`);
    // A person takes longer: what comes that soon after the list is the second of two clicks.
    productClock.moveOn(calmMs);
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
    calm = holdTimers(beckonFile(), (ms) => ms === calmMs);
    // How long a person takes for each of the lists does not depend on the machine.
    productClock.stop();
    await holdEnter('.quick-input-title:has-text("Which color?")', () => productClock.moveOn(calmMs));
    await everythingDrawn();
    await sees('.quick-input-title:has-text("Which color?")');
    await press('ArrowDown');
    await sees(`${picks}.focused:has-text("Red")`);
    await press('ArrowDown');
    await sees(`${picks}.focused:has-text("Blue")`);
    productClock.moveOn(calmMs);
    await holdEnter('.quick-input-title:has-text("Which one?")');
    await everythingDrawn();
    await sees('.quick-input-title:has-text("Which one?")');
    await press('ArrowDown');
    await sees(`${picks}.focused:has-text("Red")`);
    await press('Enter');
    await everythingDrawn();
    assert.equal(asking.process.exitCode, null);
    productClock.moveOn(calmMs);
    await press('Enter');
    assert.match(await asking.said, /"Which color\?":"Blue","Which one\?":"Red"/);
  });

  it('answers what the row it is on asks, and not what is open', async () => {
    session = 'row';
    asking = ask(session, 'Bash', { command: 'make row' });
    other = ask('other', 'Bash', { command: 'make open' });
    const chord = async (key: string) => {
      for (const one of ['Control+k', key]) await press(one);
    };
    await sees(`${rows}:has-text("$ make open")`);
    await executeCommand('beckon.preview', 'claude-code:other');
    await sees('.editor-group-container.active .editor-actions .action-label:text-is("Approve")');
    productClock.moveOn(calmMs);
    const now = realNow();
    Date.now = () => now;
    // A click elsewhere leaves a row selected that the arrow keys have gone away from.
    await select('$ make open');
    await press('Control+Shift+Enter');
    await select('$ make row');
    await chord('Control+y');
    // It has just come.
    await sees('.quick-input-title:has-text("wants to run: make row")');
    await press('Escape');
    await sees('.sidebar .monaco-list:focus .monaco-list-row.focused:has-text("$ make row")');
    await chord('Control+g');
    await sees(
      '.notifications-toasts .notification-list-item:has-text("Claude Code row"):not(:has-text("wants"))',
    );
    await select('$ make row');
    Date.now = () => now + 10_000;
    await chord('Control+y');
    assert.match(await asking.said, /"behavior":"allow"/);
    assert.equal(other.process.exitCode, null);
    await select('$ make open');
    await chord('Control+n');
    await sees('.quick-input-title:has-text("wants to run: make open")');
    // Now the list has the keyboard.
    productClock.moveOn(calmMs);
    await chord('Control+n');
    assert.match(await other.said, /"behavior":"deny"/);
  });

  it('keeps a conversation closed that the person closed, whatever subagents come and go', async () => {
    session = 'closed';
    const subagent = (id: string) => ({ agent_id: id, agent_type: id });
    const child = (name: string) => `${rows}[aria-label^="${name}"]`;
    const childless = `${rows}:has-text("Look around"):not(:has(.monaco-tl-twistie.collapsible))`;
    await post(session, 'UserPromptSubmit', { prompt: 'Look around' });
    await sees(childless);
    await post(session, 'SubagentStart', subagent('Explore'));
    await sees(child('Explore'));
    await select('Look around');
    await press('ArrowLeft');
    await sees(`${rows}[aria-expanded="false"]:has-text("Look around")`);
    await post(session, 'SubagentStop', subagent('Explore'));
    await post(session, 'UserPromptSubmit', { prompt: 'More' });
    await sees(childless);
    await post(session, 'SubagentStart', subagent('Review'));
    await sees(`${rows}:has-text("Look around"):has(.monaco-tl-twistie.collapsible)`);
    assert.deepEqual(await texts(child('Review')), []);
    await select('Look around');
    await press('ArrowRight');
    await sees(child('Review'));
    await post(session, 'SubagentStop', subagent('Review'));
    await post(session, 'UserPromptSubmit', { prompt: 'More' });
    await sees(childless);
    await post(session, 'SubagentStart', subagent('Plan'));
    await sees(child('Plan'));
  });
});
