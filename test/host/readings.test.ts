import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { beckonFile, installedBeckon } from './support/beckon.ts';
import { type HeldTimers, holdTimers } from './support/holdTimers.ts';
import { productClock } from './support/productClock.ts';
import { type Asking, ask, relay, tell, workspaceFolder } from './support/relayAgent.ts';
import { needsBrowser, pressOnTop, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const actions = '.editor-group-container.active .editor-actions .action-label';
const action = (label: string) => `${actions}:text-is("${label}")`;
const title = (text: string) => `.quick-input-title:has-text("${text}")`;
const trap =
  '[x](command:workbench.action.reloadWindow) command:workbench.action.reloadWindow https://example.com';

const { executeCommand } = vscode.commands;

/** Moves the clock of the product on: keys count only for what a person can have read. */
const later = () => productClock.moveOn(1000);

/** Presses one of the keys that are behind Ctrl+K. */
async function chord(key: string): Promise<void> {
  await ui({ do: 'press', key: 'Control+k' });
  await ui({ do: 'press', key });
}

/** The tabs that show something of an agent. */
function openTabs(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => {
    const { uri, modified = uri } = input as { readonly uri?: vscode.Uri; readonly modified?: vscode.Uri };
    return /^beckon-/.test(modified?.scheme ?? '');
  });
}

/** The document in front, once it is one of this language. */
async function shown(language: string): Promise<vscode.TextDocument> {
  const inFront = () => vscode.window.activeTextEditor?.document;
  await until(`a document in ${language}`, () => inFront()?.languageId === language);
  const document = inFront();
  assert.ok(document);
  return document;
}

/** VS Code looks for links a second after it showed a text, so that none is there yet proves nothing by itself. */
async function isDead(document: vscode.TextDocument): Promise<void> {
  assert.match(document.uri.scheme, /^beckon-/);
  assert.equal(vscode.workspace.getConfiguration('editor', document).get('links'), false);
  assert.deepEqual(await texts('.editor-instance .detected-link'), []);
}

describe('A document with what is asked', () => {
  let asked: readonly [session: string, asking: Asking] | undefined;
  let waits: HeldTimers | undefined;
  const asks = async (session: string, tool: string, input: object, more = {}) => {
    asked = [session, ask(session, tool, input, more)];
    await ui({ do: 'waitFor', selector: `${rows}:has-text("needs you")` });
    return asked[1];
  };

  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await until('the relay is there', () => existsSync(relay));
    await executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    waits?.end();
    asked?.[1].process.kill();
    await tell(asked?.[0] ?? '', 'SessionEnd', { reason: 'other' });
    await until('no agent is left', async () => (await texts(rows)).length === 0);
    await until('no document is left', () => openTabs().length === 0);
    await executeCommand('notifications.clearAll');
    await executeCommand('workbench.action.closeAllEditors');
  });

  it('says who asks where, shows all of a command, and has buttons that answer it', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `echo line ${index} ${trap}`);
    const asking = await asks('doc-long', 'Bash', { command: lines.join('\n'), description: 'Print lines' });
    await executeCommand('beckon.preview', 'claude-code:doc-long');
    const document = await shown('beckon-preview');
    await ui({ do: 'waitFor', selector: '.editor-instance .view-line:has-text("echo line 3")' });
    assert.match(document.lineAt(0).text, /^Claude Code .* wants to run: echo line 0 .{0,120} \(.*\)$/);
    assert.ok(document.getText().includes(`# Print lines\n${lines.join('\n')}\n`));
    await isDead(document);
    assert.equal(openTabs()[0]?.label, 'What Claude Code doc-long asks');
    for (const label of ['Approve', 'Deny', 'Deny with Reason…', 'Edit…']) {
      await ui({ do: 'waitFor', selector: action(label) });
    }
    await ui({ do: 'click', selector: action('Approve') });
    assert.match(await asking.said, /"behavior":"allow"/);
    await until('the document is gone', () => openTabs().length === 0);
  });

  it('compares an edit in the language of the file, with no live link, and goes when it is answered elsewhere', async () => {
    const file = join(workspaceFolder(), 'invoice.ts');
    writeFileSync(file, `const total = net; // ${trap}\n`);
    const asking = await asks('doc-edit', 'Edit', {
      file_path: file,
      old_string: 'net',
      new_string: 'gross',
    });
    await executeCommand('beckon.preview', 'claude-code:doc-edit');
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor .modified .view-line:has-text("gross")' });
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor .original .view-line:has-text("net")' });
    const sides =
      (await until('both sides', () => {
        const shownNow = vscode.window.visibleTextEditors.map(({ document }) => document);
        return shownNow.length === 2 && shownNow;
      })) || [];
    assert.deepEqual(
      sides.map(({ languageId }) => languageId),
      ['beckon-ts', 'beckon-ts'],
    );
    for (const side of sides) await isDead(side);
    const keyword = '.monaco-diff-editor .modified .view-line span span:text-is("const")';
    // Without colours it is a part of a longer span.
    await ui({ do: 'waitFor', selector: keyword });
    const plain = '.monaco-diff-editor .modified .view-line span span:has-text("total")';
    const [[color], [other]] = (await Promise.all(
      [keyword, plain].map((selector) => ui({ do: 'attributes', selector, name: 'class' })),
    )) as [string[], string[]];
    assert.notEqual(color, other);
    await ui({ do: 'waitFor', selector: action('Deny with Reason…') });
    assert.deepEqual(await texts(action('Edit…')), []);
    asking.process.kill();
    await until('the comparison is gone', () => openTabs().length === 0);
  });

  it('approves a rule that the agent proposes, and says which', async () => {
    const rules = [{ toolName: 'Bash', ruleContent: 'make always *' }];
    const rule = { type: 'addRules', rules, behavior: 'allow', destination: 'session' };
    const command = `make always ${'very '.repeat(100)}long`;
    const asking = await asks('doc-rule', 'Bash', { command }, { permission_suggestions: [rule] });
    await executeCommand('beckon.approveAlways', 'claude-code:doc-rule');
    const document = await shown('beckon-preview');
    assert.match(document.lineAt(1).text, /^Approve Always: .*make always \*/);
    await executeCommand('beckon.approveRule', document.uri);
    const { decision } = JSON.parse(await asking.said).hookSpecificOutput;
    assert.deepEqual(decision.updatedPermissions, [rule]);
  });

  it('denies with what the person writes', async () => {
    const asking = await asks('doc-why', 'Bash', { command: 'make why' });
    await executeCommand('beckon.preview', 'claude-code:doc-why');
    await ui({ do: 'click', selector: action('Deny with Reason…') });
    await ui({ do: 'waitFor', selector: '.quick-input-widget:visible input:focus' });
    await ui({ do: 'type', text: 'Use npm.' });
    await ui({ do: 'press', key: 'Enter' });
    assert.match(await asking.said, /"behavior":"deny","message":"Use npm\."/);
  });

  it('is approved by a key that is pressed in it; a tab that shows something else by then stays', async () => {
    const file = join(workspaceFolder(), 'mine.txt');
    writeFileSync(file, 'Mine\n');
    const asking = await asks('doc-keys', 'Bash', { command: 'make keys' });
    await executeCommand('beckon.preview', 'claude-code:doc-keys');
    await shown('beckon-preview');
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
    await until('the tab shows the file', () => openTabs().length === 0);
    await ui({ do: 'waitFor', selector: action('Approve'), state: 'detached' });
    await executeCommand('beckon.preview', 'claude-code:doc-keys');
    await shown('beckon-preview');
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true, viewColumn: 2 });
    await executeCommand('workbench.action.focusFirstEditorGroup');
    await shown('beckon-preview');
    const inFront = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await until('its group is in front', () => openTabs().some((tab) => tab === inFront()));
    await ui({ do: 'waitFor', selector: '.editor-group-container.active .monaco-editor.focused' });
    later();
    await chord('Control+y');
    assert.match(await asking.said, /"behavior":"allow"/);
    await until('the document is gone', () => openTabs().length === 0);
    await until('the file is in front', () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
  });

  it('is not answered while the panel hides it, by no key and no command', async () => {
    const asking = await asks('doc-behind', 'Bash', { command: 'make behind' });
    await executeCommand('beckon.preview', 'claude-code:doc-behind');
    await shown('beckon-preview');
    await executeCommand('workbench.panel.markers.view.focus');
    await executeCommand('workbench.action.toggleMaximizedPanel');
    try {
      await ui({ do: 'waitFor', selector: '.part.editor', state: 'hidden' });
      await chord('Control+y');
      await ui({ do: 'waitFor', selector: title('wants to run: make behind') });
      await pressOnTop('Escape');
      for (const label of ['Beckon: Approve', 'Beckon: Deny']) {
        await ui({ do: 'press', key: 'F1' });
        await ui({ do: 'type', text: label });
        await pressOnTop('Enter', label);
        await ui({ do: 'waitFor', selector: title('wants to run: make behind') });
        await pressOnTop('Escape');
      }
      assert.equal(asking.process.exitCode, null);
    } finally {
      await executeCommand('workbench.action.toggleMaximizedPanel');
      await executeCommand('workbench.action.closePanel');
    }
  });

  it('is approved by the palette while it can be seen', async () => {
    const asking = await asks('doc-palette', 'Bash', { command: 'make palette' });
    await executeCommand('beckon.preview', 'claude-code:doc-palette');
    await shown('beckon-preview');
    await ui({ do: 'waitFor', selector: action('Approve') });
    later();
    await ui({ do: 'press', key: 'F1' });
    await ui({ do: 'type', text: 'Beckon: Approve' });
    await pressOnTop('Enter', 'Beckon: Approve');
    assert.match(await asking.said, /"behavior":"allow"/);
  });

  it('that comes to light when another one closes is not answered by the same click', async () => {
    const first = await asks('doc-one', 'Bash', { command: 'make one' });
    const second = ask('doc-two', 'Bash', { command: 'make two' });
    try {
      await ui({ do: 'waitFor', selector: `${rows}:has-text("make two")` });
      for (const session of ['doc-two', 'doc-one']) {
        await executeCommand('beckon.preview', `claude-code:${session}`);
        await executeCommand('workbench.action.keepEditor');
      }
      // However slow this machine is, it is the same moment.
      productClock.stop();
      await executeCommand('beckon.approveReading', vscode.window.activeTextEditor?.document.uri);
      assert.match(await first.said, /"behavior":"allow"/);
      await until('the other one is in front', () => openTabs().length === 1);
      const inFront = () => vscode.window.activeTextEditor?.document;
      await until('it is known here', () => inFront()?.getText().includes('make two'));
      const uri = inFront()?.uri;
      await executeCommand('beckon.approveReading', uri);
      productClock.run();
      // What was shown or clicked just now answers nothing.
      productClock.moveOn(20_000);
      // In the corner it may be gone by now.
      await executeCommand('notifications.showList');
      const toast = '.notifications-center .notification-list-item:has-text("make two")';
      await ui({ do: 'click', selector: `${toast} .monaco-button:has-text("Deny")` });
      assert.match(await second.said, /"behavior":"deny"/);
    } finally {
      productClock.run();
      second.process.kill();
      await tell('doc-two', 'SessionEnd', { reason: 'other' });
    }
  });

  it('is edited before it is approved, without a file, and whoever closes it is asked nothing', async () => {
    const file = join(workspaceFolder(), 'new.py');
    const asking = await asks('doc-new', 'Write', { file_path: file, content: 'a = 1  \n' });
    await executeCommand('beckon.preview', 'claude-code:doc-new');
    await ui({ do: 'waitFor', selector: action('Edit…') });
    const reading = vscode.window.activeTextEditor?.document.uri;
    await ui({ do: 'click', selector: action('Edit…') });
    const write = async (text: string) => {
      const inFront = () => vscode.window.activeTextEditor?.document;
      await until('the draft is in front', () => inFront()?.uri.scheme === 'beckon-draft');
      const document = await shown('beckon-py');
      await isDead(document);
      const editor = await vscode.window.showTextDocument(document, { preview: false });
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      assert.ok(await editor.edit((edit) => edit.replace(all, text)));
    };
    await write('b = 2');
    await executeCommand('workbench.action.closeActiveEditor');
    await until('only the comparison is left', () => openTabs().length === 1);
    await ui({ do: 'click', selector: action('Edit…') });
    await write('');
    await ui({ do: 'click', selector: action('Approve as Edited') });
    await ui({ do: 'waitFor', selector: '.notifications-toasts :has-text("nothing left to approve")' });
    await write(`c = 3  \n# ${trap}`);
    // Nobody means the text they have just changed, and nothing takes it away unasked.
    for (const other of [
      ['beckon.approveReading', reading],
      ['beckon.escalate', 'claude-code:doc-new'],
    ]) {
      const [command = '', target] = other as [string, unknown];
      await executeCommand('notifications.clearAll');
      await executeCommand(command, target);
      await ui({ do: 'waitFor', selector: '.notifications-toasts :has-text("Approve it as edited")' });
      assert.equal(asking.process.exitCode, null);
    }
    await ui({ do: 'waitFor', selector: action('Cancel') });
    await ui({ do: 'click', selector: action('Approve as Edited') });
    const { decision } = JSON.parse(await asking.said).hookSpecificOutput;
    const content = `c = 3  \n# ${trap}`;
    assert.deepEqual(decision.updatedInput, { file_path: file, content });
    assert.equal(existsSync(file), false);
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Write edited")` });
    await until('both are gone', () => openTabs().length === 0);
  });

  it('is edited beside what it replaces, with its folders above it', async () => {
    mkdirSync(join(workspaceFolder(), 'lib'), { recursive: true });
    const file = join(workspaceFolder(), 'lib', 'old.py');
    writeFileSync(file, 'old = 1\n');
    await asks('doc-over', 'Write', { file_path: file, content: 'new = 1\n' });
    await executeCommand('beckon.editAsk', 'claude-code:doc-over');
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor .original .view-line:has-text("old = 1")' });
    await ui({ do: 'waitFor', selector: '.monaco-diff-editor .modified .view-line:has-text("new = 1")' });
    await ui({ do: 'waitFor', selector: '.breadcrumbs-control :text-is("lib")' });
    await ui({ do: 'click', selector: action('Cancel') });
  });

  it('goes when somebody else was faster and nothing was changed in it, and says so', async () => {
    const asking = await asks('doc-same', 'Bash', { command: 'make same' });
    await executeCommand('beckon.editAsk', 'claude-code:doc-same');
    await shown('beckon-sh');
    assert.equal(openTabs()[0]?.label, 'Command of Claude Code doc-same');
    asking.process.kill();
    await until('the draft is gone', () => openTabs().length === 0);
    await ui({ do: 'waitFor', selector: '.notifications-toasts :has-text("already answered")' });
  });

  it('leaves the person what they wrote when its time is over, and says so', async () => {
    waits = holdTimers(beckonFile(), (ms) => ms > 15_000 && ms <= 20_000);
    await asks('doc-late', 'Bash', { command: 'make late' }, { agent_id: 'x', agent_type: 'Explore' });
    await executeCommand('beckon.editAsk', 'claude-code:doc-late/x');
    const document = await shown('beckon-sh');
    assert.equal(document.getText(), 'make late');
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'nice '));
    await executeCommand('beckon.preview', 'claude-code:doc-late/x');
    await until('both are open', () => openTabs().length === 2);
    const again = await vscode.window.showTextDocument(document);
    await ui({ do: 'waitFor', selector: action('Approve as Edited') });
    waits.end();
    const told = 'is waiting for an answer in its terminal. Your text is still open.';
    await ui({ do: 'waitFor', selector: `.notifications-toasts :has-text("${told}")` });
    await until('only the draft is left', () => openTabs().length === 1);
    assert.equal((await shown('beckon-sh')).getText(), 'nice make late');
    // Nothing above it answers any more.
    await ui({ do: 'waitFor', selector: action('Approve as Edited'), state: 'hidden' });
    await executeCommand('beckon.cancelDraft', document.uri);
    assert.equal(openTabs().length, 1);
    // What is typed there still is saved, so that nobody is asked about it when it closes.
    await again.edit((edit) => edit.insert(new vscode.Position(0, 0), 'very '));
    assert.ok(await document.save());
    await executeCommand('workbench.action.closeActiveEditor');
    await until('the draft is gone', () => openTabs().length === 0);
  });

  it('shows questions in full, with the way back to their list, and goes with them', async () => {
    const options = [{ label: 'Red', description: 'A very warm color. '.repeat(10) }, { label: 'Blue' }];
    const questions = [{ question: 'Which colors?', options, multiSelect: true }];
    const asking = await asks('doc-ask', 'AskUserQuestion', { questions });
    void executeCommand('beckon.answer', 'claude-code:doc-ask');
    const list = '.quick-input-widget:visible';
    await ui({ do: 'waitFor', selector: title('asks: Which colors?') });
    await ui({ do: 'waitFor', selector: `${list} .monaco-list-row:has-text("Other…")` });
    assert.equal(await ui({ do: 'count', selector: `${list} .monaco-list-row` }), 3);
    const button = (label: string) => `${list} .quick-input-titlebar .action-label[aria-label="${label}"]`;
    await ui({ do: 'waitFor', selector: button('Skip Question') });
    await ui({ do: 'click', selector: button('Read in Full') });
    await ui({ do: 'waitFor', selector: '.editor-instance .view-line:has-text("(any of these)")' });
    await ui({ do: 'waitFor', selector: list, state: 'hidden' });
    await ui({ do: 'click', selector: action('Answer…') });
    await ui({ do: 'waitFor', selector: title('asks: Which colors?') });
    await ui({ do: 'click', selector: button('Read in Full') });
    await ui({ do: 'waitFor', selector: list, state: 'hidden' });
    await ui({ do: 'click', selector: action('Skip Question') });
    assert.match(await asking.said, /"behavior":"deny","message":"The user skipped this/);
    await until('the document is gone', () => openTabs().length === 0);
  });

  it('shows a question first that a title has no room for, and then its list', async () => {
    const question = `Shall I delete /srv/storage/${'x'.repeat(88)} now?`;
    const options = [{ label: 'Yes' }, { label: 'No' }];
    const questions = [
      { question: 'Which one?', options, multiSelect: false },
      { question, options, multiSelect: false },
    ];
    const asking = await asks('doc-cut', 'AskUserQuestion', { questions });
    void executeCommand('beckon.answer', 'claude-code:doc-cut');
    await ui({ do: 'waitFor', selector: action('Answer…') });
    assert.ok((await shown('beckon-preview')).getText().includes(question));
    await ui({ do: 'click', selector: action('Answer…') });
    for (const asked of ['Which one?', 'Shall I delete']) {
      await ui({ do: 'waitFor', selector: title(asked) });
      later();
      await ui({ do: 'click', selector: '.quick-input-widget:visible .monaco-list-row:has-text("Yes")' });
    }
    assert.match(await asking.said, /"Which one\?":"Yes"/);
    await until('the document is gone', () => openTabs().length === 0);
  });
});
