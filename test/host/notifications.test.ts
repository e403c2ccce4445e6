import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { beckonFile, installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { type HeldTimers, holdTimers } from './support/holdTimers.ts';
import { productClock } from './support/productClock.ts';
import { type Asking, ask, payloadOf, relay, tell, workspaceFolder } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const toasts = '.notifications-toasts .notification-list-item';
const rows = '.sidebar .pane-body .monaco-list-row';
const picks = '.quick-input-widget:visible .monaco-list-row';
const inTerminal = '.terminal-wrapper.active .xterm-helper-textarea:focus';
const command = (text: string) => ({ command: text });

/** How long a person in the terminal of an agent is left alone. */
const inTerminalMs = 2500;
/** How long what a subagent asks waits for an answer from here, unless the person says otherwise: from when it was asked. */
const isHiddenWait = (ms: number) => ms > 15_000 && ms <= 20_000;

const { executeCommand } = vscode.commands;
const settings = () => vscode.workspace.getConfiguration();

let waits: HeldTimers | undefined;

/** An agent begins to work. A relay does its work after it has ended, so this waits until that is seen. */
async function begin(session: string, prompt: string): Promise<void> {
  await tell(session, 'UserPromptSubmit', { prompt });
  await ui({ do: 'waitFor', selector: `${rows}:has-text("${prompt}")` });
}

/** Moves the clock of the product on: a click right after another one counts as the second of a double click. */
const later = () => productClock.moveOn(2000);

describe('Notifications', () => {
  const asked: Asking[] = [];
  const sessions = new Set<string>();
  const asks = (session: string, tool: string, input: object, more = {}) => {
    sessions.add(session);
    const asking = ask(session, tool, input, more);
    asked.push(asking);
    return asking;
  };

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
  });

  beforeEach(later);

  afterEach(async () => {
    waits?.end();
    await settings().update('beckon.notify.permission', undefined, vscode.ConfigurationTarget.Global);
    for (const { process } of asked.splice(0)) process.kill();
    await Promise.all([...sessions].map((session) => tell(session, 'SessionEnd', { reason: 'other' })));
    sessions.clear();
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
    await executeCommand('workbench.action.closeAllEditors');
  });

  it('of two agents that ask the same are two, and each gets its own answer', async () => {
    const [first, second] = [
      asks('same1', 'Bash', command('npm test')),
      asks('same2', 'Bash', command('npm test')),
    ];
    const both = await until('two toasts', async () => {
      const shown = await texts(`${toasts}:has-text("wants to run: npm test")`);
      return shown.length === 2 ? shown : undefined;
    });
    assert.equal(both?.length, 2);
    const button = (label: string) => `${toasts}:has-text("npm test") .monaco-button:has-text("${label}")`;
    later();
    await ui({ do: 'click', selector: button('Approve') });
    await until('one toast', async () => (await texts(`${toasts}:has-text("npm test")`)).length === 1);
    // The page closes a message before the product hears of the click.
    await Promise.race([first.said, second.said]);
    later();
    await ui({ do: 'click', selector: button('Deny') });
    const said = [await first.said, await second.said].map((text) => /"behavior":"(\w+)"/.exec(text)?.[1]);
    assert.deepEqual(said.sort(), ['allow', 'deny']);
  });

  it('of a question and a plan have words of their own for No', async () => {
    const questions = [{ question: 'Which color?', options: [{ label: 'Red' }], multiSelect: false }];
    const question = asks('no1', 'AskUserQuestion', { questions });
    const plan = asks('no2', 'ExitPlanMode', { plan: '# Paint the shed' });
    const button = async (text: string, label: string) => {
      const selector = `${toasts}:has-text("${text}") .monaco-button:has-text("${label}")`;
      await ui({ do: 'waitFor', selector });
      later();
      await ui({ do: 'click', selector });
    };
    await button('Which color?', 'Skip Question');
    assert.match(await question.said, /"behavior":"deny","message":"The user skipped this/);
    await button('Paint the shed', 'Reject Plan');
    assert.match(await plan.said, /"behavior":"deny","message":"The user rejected this plan/);
  });

  it('of more than three agents are one, from which one can be picked and answered', async () => {
    const four = ['b1', 'b2', 'b3', 'b4'].map((session) => asks(session, 'Bash', command(`echo ${session}`)));
    await ui({ do: 'waitFor', selector: '.statusbar-item:has-text("4 need you")' });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("4 agents need you")` });
    await ui({ do: 'click', selector: `${toasts}:has-text("4 agents") .monaco-button:has-text("Show")` });
    await ui({ do: 'click', selector: `${picks}:has-text("b3")` });
    await ui({ do: 'waitFor', selector: '.quick-input-title:has-text("wants to run: echo b3")' });
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Approve")` });
    await pressOnTop('Enter', 'Approve');
    assert.match((await four[2]?.said) ?? '', /"behavior":"allow"/);
  });

  it('that slide under a second click are shown before that counts', async () => {
    const [first, second] = [asks('d1', 'Bash', command('make d1')), asks('d2', 'Bash', command('make d2'))];
    const approve = (text: string) => `${toasts}:has-text("${text}") .monaco-button:has-text("Approve")`;
    for (const text of ['make d1', 'make d2']) await ui({ do: 'waitFor', selector: approve(text) });
    later();
    // However slow this machine is, it is a double click.
    productClock.stop();
    try {
      await ui({ do: 'click', selector: approve('make d1') });
      assert.match(await first.said, /"behavior":"allow"/);
      await ui({ do: 'click', selector: approve('make d2') });
      await ui({ do: 'waitFor', selector: '.quick-input-title:has-text("make d2")' });
      assert.equal(second.process.exitCode, null);
    } finally {
      productClock.run();
    }
    await pressOnTop('Escape');
  });

  it('that may slide as VS Code hides an older one are shown before a click counts', async () => {
    const approve = (text: string) => `${toasts}:has-text("${text}") .monaco-button:has-text("Approve")`;
    const title = '.quick-input-title:has-text("make s2")';
    productClock.stop();
    try {
      const three: Asking[] = [];
      for (const session of ['s1', 's2', 's3']) {
        three.push(asks(session, 'Bash', command(`make ${session}`)));
        await ui({ do: 'waitFor', selector: approve(`make ${session}`) });
        productClock.moveOn(1250);
      }
      // The first is ten seconds old.
      productClock.moveOn(10_000 - 3 * 1250);
      await ui({ do: 'click', selector: approve('make s2') });
      await ui({ do: 'waitFor', selector: title });
      assert.equal(three[1]?.process.exitCode, null);
      await pressOnTop('Escape');
      await ui({ do: 'waitFor', selector: title, state: 'hidden' });
      productClock.moveOn(5000);
      await ui({ do: 'click', selector: approve('make s3') });
      assert.match((await three[2]?.said) ?? '', /"behavior":"allow"/);
    } finally {
      productClock.run();
    }
  });

  it('that may slide as another is closed are shown before a click counts', async () => {
    const toast = (text: string) => `${toasts}:has-text("${text}")`;
    productClock.stop();
    try {
      const asking = [asks('x1', 'Bash', command('make x1')), asks('x2', 'Bash', command('make x2'))];
      for (const text of ['make x1', 'make x2']) await ui({ do: 'waitFor', selector: toast(text) });
      later();
      await ui({ do: 'hover', selector: toast('make x1') });
      await ui({ do: 'click', selector: `${toast('make x1')} .codicon-notifications-clear` });
      await ui({ do: 'waitFor', selector: toast('make x1'), state: 'detached' });
      await ui({ do: 'click', selector: `${toast('make x2')} .monaco-button:has-text("Approve")` });
      await ui({ do: 'waitFor', selector: '.quick-input-title:has-text("make x2")' });
      assert.equal(asking[1]?.process.exitCode, null);
    } finally {
      productClock.run();
    }
    await pressOnTop('Escape');
  });

  it('that have just come are shown before a click counts', async () => {
    productClock.stop();
    const asking = asks('young', 'Bash', command('make young'));
    try {
      await ui({ do: 'click', selector: `${toasts}:has-text("make young") .monaco-button:has-text("Deny")` });
      await ui({ do: 'waitFor', selector: '.quick-input-title:has-text("make young")' });
      assert.equal(asking.process.exitCode, null);
    } finally {
      productClock.run();
    }
    await pressOnTop('Escape');
  });

  it('of several are approved together, after each was shown', async () => {
    const three = new Map(
      ['c1', 'c2', 'c3'].map((session) => [session, asks(session, 'Bash', command(`echo ${session}`))]),
    );
    await ui({ do: 'waitFor', selector: '.statusbar-item:has-text("3 need you")' });
    let left = '';
    productClock.stop();
    const title = (text: string) => `.quick-input-title:has-text("${text}")`;
    const choose = async (label: string) => {
      productClock.moveOn(1000);
      await ui({ do: 'click', selector: `${picks}:has-text("${label}")` });
    };
    const over = executeCommand('beckon.showBatch', 'needy');
    try {
      await choose('Approve All of These');
      await ui({ do: 'waitFor', selector: `${title('1 of 3')}:has-text("echo c")` });
      // The second click of a double click: nobody has read it yet.
      await ui({ do: 'click', selector: `${picks}:has-text("Next")` });
      await everythingDrawn();
      await ui({ do: 'waitFor', selector: title('1 of 3') });
      await choose('Next');
      await ui({ do: 'waitFor', selector: `${title('2 of 3')}:has-text("echo c")` });
      const [, named = ''] = /echo (c\d)/.exec((await texts(title(''))).join()) ?? [];
      left = named;
      await choose('Skip This One');
      await ui({ do: 'waitFor', selector: `${title('3 of 3')}:has-text("echo c")` });
      const [, last = ''] = /echo (c\d)/.exec((await texts(title(''))).join()) ?? [];
      three.get(last)?.process.kill();
      await ui({ do: 'waitFor', selector: `${rows}:has-text("$ echo ${last}")`, state: 'detached' });
      three.delete(last);
      await choose('Approve All 2');
      await over;
      await ui({ do: 'waitFor', selector: `${toasts}:has-text("Approved 1; 1 was answered elsewhere.")` });
    } finally {
      productClock.run();
    }
    for (const [session, { said }] of three) {
      if (session !== left) assert.match(await said, /"behavior":"allow"/);
    }
    await ui({ do: 'waitFor', selector: `${rows}:has-text("$ echo ${left}")` });
    assert.equal(three.get(left)?.process.exitCode, null);
  });

  it('of a kind are muted by command, which the view says, with the way back', async () => {
    const mute = `${picks}:has-text("Permission notifications") .label-name`;
    const message =
      '.sidebar .pane-body .message:has-text("Permission notifications are muted. The tree and status bar still update.")';
    const choose = async () => {
      const over = executeCommand('beckon.mute');
      await ui({ do: 'click', selector: mute });
      await ui({ do: 'click', selector: '.quick-input-widget:visible .monaco-button:has-text("OK")' });
      await over;
    };
    await choose();
    assert.equal(settings().get('beckon.notify.permission'), 'badge');
    await ui({ do: 'waitFor', selector: message });
    asks('mute1', 'Bash', command('make noise'));
    await ui({ do: 'waitFor', selector: '.statusbar-item.warning-kind:has-text("1 needs you")' });
    // What is told of a later ask comes after what would be told of this one.
    const questions = [{ question: 'Which color?', header: 'Color', multiSelect: false, options: [] }];
    asks('mute2', 'AskUserQuestion', { questions });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("asks: Which color?")` });
    assert.deepEqual(await texts(`${toasts}:has-text("make noise")`), []);
    await choose();
    assert.equal(settings().get('beckon.notify.permission'), 'notify');
    await ui({ do: 'waitFor', selector: message, state: 'detached' });
  });

  it('tell nothing of an agent that is done, and of one that failed why', async () => {
    sessions.add('done').add('failed');
    await begin('done', 'Do it');
    await tell('done', 'Stop', { last_assistant_message: 'It is all done.' });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Do it"):has-text("done · unseen")` });
    // What is told of a later end comes after what would be told of this one.
    await begin('failed', 'Do more');
    await tell('failed', 'StopFailure', { error: 'rate_limit' });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("failed: rate limited")` });
    assert.deepEqual(await texts(`${toasts}:has-text("is done")`), []);
  });

  it('wait a moment while the person is in the terminal of the agent, where nothing is typed at its prompt', async () => {
    sessions.add('inside');
    const [payload, verdict] = ['payload.json', 'verdict.json'].map((name) => join(workspaceFolder(), name));
    writeFileSync(
      payload ?? '',
      payloadOf('inside', 'PermissionRequest', { tool_name: 'Bash', tool_input: command('make inside') }),
    );
    rmSync(verdict ?? '', { force: true });
    const terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', shellArgs: ['--norc'] });
    waits = holdTimers(beckonFile(), (ms) => ms === inTerminalMs);
    terminal.show(false);
    await ui({ do: 'waitFor', selector: inTerminal, state: 'attached' });
    await until('the person is in it', () => vscode.window.activeTerminal === terminal);
    terminal.sendText(`CLAUDE_PID=$$ '${relay}' PermissionRequest <'${payload}' >'${verdict}'`);
    await ui({ do: 'waitFor', selector: `${rows}:has-text("make inside")` });
    const agent = 'claude-code:inside';
    await executeCommand('beckon.nudge', agent);
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("Answer it first")` });
    await until('the toast waits', () => waits?.count() === 1);
    await everythingDrawn();
    assert.deepEqual(await texts(`${toasts}:has-text("wants to run: make inside")`), []);
    waits.end();
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("wants to run: make inside")` });
    await executeCommand('workbench.action.closePanel');
    for (const key of ['Control+k', 'b']) await ui({ do: 'press', key });
    await ui({ do: 'waitFor', selector: '.quick-input-title:has-text("make inside")' });
    for (const key of ['Control+k', 'Control+g']) await ui({ do: 'press', key });
    await ui({ do: 'waitFor', selector: inTerminal, state: 'attached' });
    await executeCommand('beckon.interrupt', agent);
    await until('the verdict', () => existsSync(verdict ?? '') && readFileSync(verdict ?? '', 'utf8'));
    assert.match(readFileSync(verdict ?? '', 'utf8'), /"behavior":"deny".*"interrupt":true/);
    terminal.dispose();
  });
});

describe('A row', () => {
  const asked: Asking[] = [];
  let ended: readonly string[] = [];

  before(async function () {
    needsBrowser(this);
    await executeCommand('beckon.showAgents');
  });

  beforeEach(later);

  afterEach(async () => {
    waits?.end();
    for (const { process } of asked.splice(0)) process.kill();
    // Only those that were there: one that ended before it began does not begin.
    await Promise.all(ended.map((session) => tell(session, 'SessionEnd', { reason: 'other' })));
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('that was left to the terminal has no button that would answer another question', async () => {
    ended = ['left-twice'];
    asked.push(ask('left-twice', 'Bash', command('echo safe')));
    await ui({ do: 'waitFor', selector: `${rows}:has-text("echo safe")` });
    await executeCommand('beckon.escalate', 'claude-code:left-twice');
    await ui({ do: 'waitFor', selector: `${rows}:has-text("in the terminal"):has-text("echo safe")` });
    const second = ask('left-twice', 'Bash', command('rm -rf build'));
    asked.push(second);
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("rm -rf build")` });
    assert.ok((await texts(rows)).some((text) => text.includes('echo safe')));
    let isOver = false;
    const clicked = Promise.resolve(executeCommand('beckon.approve', 'claude-code:left-twice')).then(() => {
      isOver = true;
    });
    await until('the click is over', async () => {
      await ui({ do: 'press', key: 'Escape' });
      return isOver;
    });
    await clicked;
    second.process.kill();
    assert.doesNotMatch(await second.said, /allow/);
  });

  it('that the agent took to its own dialog is not said to be answered', async () => {
    ended = ['way'];
    waits = holdTimers(beckonFile(), isHiddenWait);
    await begin('way', 'Look around');
    asked.push(ask('way', 'Bash', command('ls -a'), { agent_id: 'x', agent_type: 'Explore' }));
    const approve = `${toasts}:has-text("ls -a") .monaco-button:has-text("Approve")`;
    await ui({ do: 'waitFor', selector: approve });
    waits.end();
    await ui({ do: 'waitFor', selector: `${rows}:has-text("ls -a"):has-text("in the terminal")` });
    await ui({ do: 'click', selector: approve });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("is waiting for an answer in its terminal")` });
    assert.deepEqual(await texts(`${toasts}:has-text("already answered")`), []);
  });

  it('that was answered from here while somebody read it says nothing more', async () => {
    ended = ['read'];
    const asking = ask('read', 'Bash', command('make here'));
    asked.push(asking);
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("make here")` });
    const reading = executeCommand('beckon.answer', 'claude-code:read');
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Approve")` });
    later();
    await ui({ do: 'click', selector: `${toasts}:has-text("make here") .monaco-button:has-text("Approve")` });
    assert.match(await asking.said, /"behavior":"allow"/);
    await reading;
    await everythingDrawn();
    assert.deepEqual(await texts(`${toasts}:has-text("already answered")`), []);
  });

  it('of a conversation is not nudged while one of its subagents asks in the same terminal', async () => {
    ended = ['family'];
    await begin('family', 'Look around');
    asked.push(ask('family', 'Bash', command('ls'), { agent_id: 'x', agent_type: 'Explore' }));
    await ui({ do: 'waitFor', selector: `${rows}[aria-label^="Explore, needs you"]` });
    await executeCommand('beckon.nudge', 'claude-code:family');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("Answer it first")` });
  });

  it('whose agent says where it runs brings no link with that', async () => {
    ended = ['link'];
    const cwd = `${workspaceFolder()}/[see log](command:workbench.action.showCommands)`;
    const transcript_path = `${cwd}/projects/w/link.jsonl`;
    await tell('link', 'UserPromptSubmit', { prompt: 'Go', cwd, pid: process.pid, transcript_path });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Go")` });
    await executeCommand('beckon.goToTerminal', 'claude-code:link');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("see log")` });
    assert.deepEqual(await texts(`${toasts} .notification-list-item-message a`), []);
    // Of many messages at a time VS Code shows only some.
    await executeCommand('notifications.clearAll');
    await executeCommand('beckon.openTranscript', 'claude-code:link');
    // Of several messages in a second VS Code shows some in its list only.
    await executeCommand('notifications.showList');
    const listed = '.notifications-center .notification-list-item';
    await ui({ do: 'waitFor', selector: `${listed}:has-text("Can't open the transcript")` });
    assert.deepEqual(await texts(`${listed} .notification-list-item-message a`), []);
    await executeCommand('notifications.hideList');
  });

  it('of each that failed can be picked from the message that tells of several', async () => {
    ended = ['f1', 'f2', 'f3', 'f4'];
    for (const session of ended) {
      await begin(session, `Task ${session}`);
      await tell(session, 'StopFailure', { error: 'rate_limit' });
    }
    await ui({ do: 'waitFor', selector: '.statusbar-item:has-text("4 need you")' });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("4 agents need you")` });
    await ui({ do: 'click', selector: `${toasts}:has-text("4 agents") .monaco-button:has-text("Show")` });
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Task f2"):has-text("rate limited")` });
    await pressOnTop('Escape');
  });
});
