import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { type Asking, ask, relay, tell, workspaceFolder } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, rowTexts, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const toasts = '.notifications-toasts .notification-list-item';
const rows = '.sidebar .pane-body .monaco-list-row';
const picks = '.quick-input-widget:visible .monaco-list-row';
const warning = '.statusbar-item.warning-kind:has-text("1 needs you")';

const { executeCommand } = vscode.commands;
const set = (key: string, value: unknown) =>
  vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
const agents = () => join(workspaceFolder(), '.agents');
const runbook = () => join(agents(), 'runbook.yaml');
const button = (text: string, label: string) =>
  `${toasts}:has-text("${text}") .monaco-button:has-text("${label}")`;

function write(text: string): void {
  mkdirSync(agents(), { recursive: true });
  writeFileSync(runbook(), text);
}

describe('Start Run…', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
  });

  afterEach(async () => {
    await ui({ do: 'press', key: 'Escape' });
    await executeCommand('workbench.action.closeAllEditors');
    await executeCommand('notifications.clearAll');
    rmSync(agents(), { recursive: true, force: true });
  });

  it('offers to make a runbook where there is none', async () => {
    void executeCommand('beckon.startRun');
    await ui({ do: 'click', selector: button('has no .agents/runbook.yaml', 'Create Runbook') });
    await until('the runbook is open', () => vscode.window.activeTextEditor?.document.fileName === runbook());
    assert.match(readFileSync(runbook(), 'utf8'), /^pipelines:/m);
  });

  it('says what is wrong with a runbook, and opens it there', async () => {
    write('agents:\n  build:\n    run: 5\n');
    void executeCommand('beckon.startRun');
    await ui({ do: 'click', selector: button('runbook.yaml, line 3', 'Open File') });
    await until('the line', () => vscode.window.activeTextEditor?.selection.start.line === 2);
  });

  it('lists pipelines with their steps, then agents', async () => {
    write(
      'agents: { a: { run: "true" }, b: { run: "true" } }\npipelines: { both: { steps: [{ name: one, agent: a }, { name: two, agent: b }] } }\n',
    );
    void executeCommand('beckon.startRun');
    await ui({ do: 'waitFor', selector: `${picks}:has-text("both")` });
    const listed = (await rowTexts(picks)).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    assert.match(listed[0] ?? '', /^both ?one → two/);
    assert.equal(listed.length, 3);
  });
});

const runsFolder = join(homedir(), '.beckon', 'runs');

/** The only run that is kept: its row, and whether it has asked a person so often. */
function theRun() {
  const [file = ''] = globSync('*.json', { cwd: runsFolder });
  const text = () => readFileSync(join(runsFolder, file), 'utf8');
  return {
    row: `run:${file.replace('.json', '')}`,
    isAsked: (times: number) => new RegExp(`"id":"run-\\w+-${times}"`).test(text()),
  };
}

describe('A run', () => {
  before(async function () {
    needsBrowser(this);
    await executeCommand('beckon.showAgents');
  });

  after(async () => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await executeCommand('notifications.clearAll');
    rmSync(agents(), { recursive: true, force: true });
  });

  it('is not started where agents are not heard, unless the person wants that', async () => {
    write('agents: { say: { run: "false" } }\n');
    void executeCommand('beckon.startRun');
    await pressOnTop('Enter', 'say');
    const said = '.monaco-dialog-box:has-text("Until that is fixed, Beckon can\'t follow the run")';
    await ui({ do: 'waitFor', selector: `${said} .monaco-button:text-is("Set Up…")` });
    await ui({ do: 'click', selector: `${said} .monaco-button:text-is("Start Anyway")` });
    await until('its terminal', () => vscode.window.terminals.some(({ name }) => name === 'say'));
  });

  it('tells how its agent ended, and leaves a shell in the terminal', async () => {
    const text = 'ended at once (exit code 1)';
    await ui({ do: 'waitFor', selector: button(text, 'Retry') });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("waiting: agent exited")` });
    assert.ok(vscode.window.terminals.some(({ name, exitStatus }) => name === 'say' && !exitStatus));
    await ui({ do: 'click', selector: button(text, 'Retry') });
    await until('a second terminal', () => vscode.window.terminals.length === 2);
  });

  it('leads to its terminal, though its agent has ended', async () => {
    const { row, isAsked } = theRun();
    // The row may still tell of the time before.
    await until('it waits again', () => isAsked(2));
    const other = vscode.window.createTerminal('other');
    other.show();
    await until('another terminal', () => vscode.window.activeTerminal === other);
    await executeCommand('beckon.goToTerminal', row);
    await until('that of the run', () => vscode.window.activeTerminal?.name === 'say');
  });

  it('is over when it is cancelled, and goes when it is forgotten', async () => {
    const { row } = theRun();
    void executeCommand('beckon.decide', row);
    await ui({ do: 'click', selector: `${picks}:has-text("Cancel Run")` });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("failed: cancelled")` });
    await executeCommand('beckon.forget', row);
    await until('no row is left', async () => (await texts(rows)).length === 0);
    await until('no file is left', () => globSync('*', { cwd: runsFolder }).length === 0);
  });
});

describe('An agent that is supervised', () => {
  const asked: Asking[] = [];

  before(async function () {
    needsBrowser(this);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
    // It acts as soon as the agent is idle.
    await set('beckon.graceSeconds', 0);
  });

  after(async () => {
    await set('beckon.graceSeconds', undefined);
    for (const { process } of asked) process.kill();
    await tell('watched', 'SessionEnd', { reason: 'other' });
    await until('no row is left', async () => (await texts(rows)).length === 0);
    await executeCommand('notifications.clearAll');
  });

  it('is not supervised where it ended before the policy was picked', async () => {
    await tell('brief', 'UserPromptSubmit', { prompt: 'Be brief' });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Be brief")` });
    void executeCommand('beckon.supervise', 'claude-code:brief');
    await ui({ do: 'waitFor', selector: `${picks}:has-text("idle: nudge · prompt: ask you")` });
    await tell('brief', 'SessionEnd', { reason: 'other' });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("working")`, state: 'detached' });
    await pressOnTop('Enter', 'idle: nudge · prompt: ask you');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("has exited, so it can't be supervised")` });
    await executeCommand('notifications.clearAll');
  });

  it('is under the policy that was picked', async () => {
    await tell('watched', 'UserPromptSubmit', { prompt: 'Mind me' });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Mind me")` });
    void executeCommand('beckon.supervise', 'claude-code:watched');
    await pressOnTop('Enter', 'idle: nudge · prompt: ask you');
    await until('the row of the run', async () => (await texts(`${rows}:has-text("working")`)).length === 1);
  });

  it('calls a person where it cannot be nudged, and calls no more once that is dismissed', async () => {
    await tell('watched', 'Stop');
    await ui({ do: 'waitFor', selector: `${rows}:has-text("waiting: agent idle")` });
    await ui({ do: 'waitFor', selector: `${rows}[aria-label*="needs you · idle"]` });
    await ui({ do: 'waitFor', selector: warning });
    await ui({ do: 'click', selector: button('has no terminal in this window', 'Decide…') });
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Dismiss")` });
    const options = ['Nudge', 'Done', 'Cancel Run', 'Dismiss'];
    const said = await rowTexts(picks);
    assert.equal(said.length, options.length);
    // While the list is faded in, the words behind an option may stand on its line.
    for (const [at, option] of options.entries()) assert.ok(said[at]?.trim().startsWith(option), said[at]);
    await ui({ do: 'click', selector: `${picks}:has-text("Dismiss")` });
    await ui({ do: 'waitFor', selector: warning, state: 'detached' });
    await ui({ do: 'waitFor', selector: `${rows}:has-text("waiting: agent idle (dismissed)")` });
  });

  it('says so where a decision is over', async () => {
    await executeCommand('beckon.decide', 'run-0-1', 'nudge');
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("is no longer waiting for this")` });
  });

  it('takes away what it asks once it goes on by itself, and says so', async () => {
    await executeCommand('notifications.clearAll');
    void executeCommand('beckon.decide', 'claude-code:watched');
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Nudge")` });
    await tell('watched', 'UserPromptSubmit', { prompt: 'On' });
    await ui({ do: 'waitFor', selector: `${picks}:has-text("Nudge")`, state: 'detached' });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("is no longer waiting for this")` });
  });

  it('leaves a line in the log when it asks', async () => {
    await ui({ do: 'waitFor', selector: `${rows}:has-text("waiting: agent idle")`, state: 'detached' });
    asked.push(ask('watched', 'Bash', { command: 'make it' }));
    await ui({ do: 'waitFor', selector: `${rows}:has-text("waiting: permission")` });
    const logs = dirname(process.env.VSCODE_LOGS ?? '');
    await until('the line', () =>
      globSync('**/Beckon.log', { cwd: logs }).some((log) =>
        readFileSync(join(logs, log), 'utf8').includes('agent prompt: permission'),
      ),
    );
  });

  it('is left alone after Stop Supervising', async () => {
    await executeCommand('beckon.stopSupervising', 'claude-code:watched');
    await until(
      'the row of the run is gone',
      async () => (await texts(`${rows}:has-text("waits")`)).length === 0,
    );
    await ui({ do: 'waitFor', selector: `${rows}:has-text("$ make it")` });
  });
});
