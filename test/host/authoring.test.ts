import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { beckonFolder, beckonModule, installedBeckon } from './support/beckon.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { workspaceFolder } from './support/relayAgent.ts';
import { serverProcesses } from './support/serverProcesses.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

/** How often the window looks around an open hook for what no watcher tells. */
const lookMs = 2000;

const { executeCommand } = vscode.commands;
const toasts = '.notifications-toasts .notification-list-item';
const lens = (text: string) => `.codelens-decoration a:has-text("${text}")`;

const ownPlace = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'agents', 'hooks');
const agents = () => join(workspaceFolder(), '.agents');
const transcripts = () =>
  join(
    process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'),
    'projects',
    workspaceFolder().replaceAll(/[^a-zA-Z0-9]/g, '-'),
  );

/** Writes a HOOK.md of a person's own, with the script that is given, and opens it. */
async function openHook(name: string, keys: string, script?: string): Promise<vscode.TextEditor> {
  const folder = join(ownPlace(), name);
  mkdirSync(folder, { recursive: true });
  if (script !== undefined) {
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts', 'run.sh'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'scripts', 'run.sh'), 0o755);
  }
  const file = join(folder, 'HOOK.md');
  writeFileSync(file, `---\nname: ${name}\ndescription: Says what it thinks\n${keys}---\n\n# Hook\n`);
  return vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
}

const codeOf = ({ code }: vscode.Diagnostic) => String(typeof code === 'object' ? code.value : code);

/** The diagnostic of a code in a document, once it is there. */
async function diagnostic({ document }: vscode.TextEditor, code: string): Promise<vscode.Diagnostic> {
  const found = await until(`${code} in ${document.fileName}`, () =>
    vscode.languages.getDiagnostics(document.uri).find((one) => codeOf(one) === code),
  );
  assert(found);
  return found;
}

const isGone = ({ document }: vscode.TextEditor, code: string) =>
  until(`${code} is gone`, () =>
    vscode.languages.getDiagnostics(document.uri).every((one) => codeOf(one) !== code),
  );

const bulb =
  '.editor-instance .codicon-gutter-lightbulb-auto-fix, .editor-instance .codicon-light-bulb:visible, .editor-instance [class*="lightbulb"]:visible';

/**
 * Goes to a problem, opens the bulb there and takes the fix with these words. VS Code drops a question for fixes that
 * another change overtakes, and asks again only when the cursor moves.
 */
async function takeFix(editor: vscode.TextEditor, { start }: vscode.Range, words: string): Promise<void> {
  const top = new vscode.Position(0, 0);
  await until('the bulb is there', async () => {
    editor.selection = new vscode.Selection(top, top);
    editor.selection = new vscode.Selection(start, start);
    return await ui({ do: 'waitFor', selector: bulb, timeoutMs: 3000 }).then(
      () => true,
      () => false,
    );
  });
  await ui({ do: 'click', selector: bulb });
  await ui({ do: 'waitFor', selector: `.action-widget .monaco-list-row:has-text("${words}")` });
  await ui({ do: 'click', selector: `.action-widget .monaco-list-row:has-text("${words}")` });
}

describe('Writing hooks', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await executeCommand('workbench.action.closeAllEditors');
    await executeCommand('workbench.action.closeSidebar');
  });

  after(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    await executeCommand('notifications.clearAll');
    rmSync(ownPlace(), { recursive: true, force: true });
    rmSync(agents(), { recursive: true, force: true });
    rmSync(transcripts(), { recursive: true, force: true });
    await executeCommand('workbench.action.closePanel');
    await executeCommand('beckon.showAgents');
  });

  it('costs nothing until there is one', () => {
    assert.deepEqual(serverProcesses(), []);
    const loaded = Object.keys(createRequire(__filename).cache);
    assert.deepEqual(
      loaded.filter((file) => file.endsWith('authoring.cjs')),
      [],
    );
  });

  it('begins with the first runbook or hook that is opened', async () => {
    mkdirSync(agents(), { recursive: true });
    const file = join(agents(), 'runbook.yaml');
    writeFileSync(file, 'agents:\n  build:\n    run: claude\n    on_idle: resume\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    await until('a server', () => serverProcesses().length === 1);
    const { range } = await diagnostic(editor, 'runbook.invalid-pair');
    assert.equal(editor.document.getText(range), 'resume');
  });

  it('marks a timeout that is out of its range', async () => {
    const editor = await openHook('too-quick', 'trigger: before_tool\ntimeout: 5\n', 'exit 0');
    const { range, message, severity, source } = await diagnostic(editor, 'hook.timeout-range');
    assert.equal(editor.document.getText(range), '5');
    assert.equal(range.start.line, 4);
    assert.match(message, /100/);
    assert.deepEqual([severity, source], [vscode.DiagnosticSeverity.Error, 'beckon']);
    await ui({ do: 'waitFor', selector: '.editor-instance .squiggly-error' });
  });

  it('offers the fix, and the bulb makes it', async () => {
    const editor = vscode.window.activeTextEditor;
    assert(editor);
    const { range } = await diagnostic(editor, 'hook.timeout-range');
    await takeFix(editor, range, 'Change to 100');
    await until('the text is mended', () => /^timeout: 100$/m.test(editor.document.getText()));
    await isGone(editor, 'hook.timeout-range');
  });

  it('lists the triggers', async () => {
    const editor = await openHook('which', 'trigger: \n', 'exit 0');
    const position = editor.document.lineAt(3).range.end;
    editor.selection = new vscode.Selection(position, position);
    await executeCommand('workbench.action.focusActiveEditorGroup');
    await ui({ do: 'waitFor', selector: '.editor-instance .monaco-editor.focused' });
    await executeCommand('editor.action.triggerSuggest');
    const suggested = '.suggest-widget.visible .monaco-list-row';
    for (const name of ['before_tool', 'after_tool', 'before_stop', 'session_start']) {
      await ui({ do: 'waitFor', selector: `${suggested}:has-text("${name}")` });
    }
    await ui({ do: 'type', text: 'pre-tool' });
    await ui({ do: 'click', selector: `${suggested}:has-text("before_tool")` });
    await until('it is written', () => /^trigger: before_tool$/m.test(editor.document.getText()));
    await editor.document.save();
  });

  it('runs the hook as it is in the editor, by the lens above its name', async () => {
    const editor = await openHook('say-no', 'trigger: session_start\n', 'echo Not today. >&2\nexit 2');
    await ui({ do: 'waitFor', selector: lens('Run with Sample') });
    const { range } = editor.document.lineAt(3);
    await editor.edit((edit) => edit.replace(range, 'trigger: before_tool\npriority: 7'));
    // Only what was drawn anew after the edit takes a click: this one is offered for a trigger about tools alone.
    await ui({ do: 'waitFor', selector: lens('Test Against Recent Tool Calls') });
    await ui({ do: 'click', selector: lens('Run with Sample') });
    const report = await until('the report', () => {
      const shown = vscode.window.visibleTextEditors.find(({ document }) =>
        document.uri.path.includes('say-no (sample)'),
      );
      return shown?.document.getText();
    });
    assert.match(report ?? '', /^say-no: denied: Not today\./);
    assert.match(report ?? '', /^Exit {6}2$/m);
    assert.match(report ?? '', /^Time {6}\d+ ms/m);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    assert.equal(editor.document.isDirty, false);
  });

  it('says how many of the last tool calls it would have run for', async () => {
    const command = (text: string, at: number) =>
      JSON.stringify({
        type: 'assistant',
        timestamp: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
        message: { content: [{ type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command: text } }] },
      });
    // The lenses of every open hook are drawn anew when another is made, and what is drawn anew takes no click.
    await executeCommand('workbench.action.closeAllEditors');
    const editor = await openHook(
      'pushes',
      "trigger: before_tool\nmatcher:\n  pattern: '^git push'\n",
      'exit 0',
    );
    await ui({ do: 'click', selector: lens('Test Against Recent Tool Calls') });
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("no recent tool calls in this workspace")` });
    await executeCommand('notifications.clearAll');
    mkdirSync(transcripts(), { recursive: true });
    writeFileSync(
      join(transcripts(), 'one.jsonl'),
      ['git push', 'git pull', 'git push -f'].map((text, at) => `${command(text, at)}\n`).join(''),
    );
    await ui({ do: 'click', selector: lens('Test Against Recent Tool Calls') });
    await ui({ do: 'waitFor', selector: lens('would have matched 2 of the last 3 tool calls') });
    const end = editor.document.lineAt(5).range.end;
    await editor.edit((edit) => edit.insert(end.translate(0, -1), ' -f'));
    await ui({ do: 'waitFor', selector: lens('Test Against Recent Tool Calls') });
    await editor.document.save();
  });

  it('makes a script that is missing, and follows what becomes of it on disk', async () => {
    const editor = await openHook('empty', 'trigger: before_tool\n');
    const script = join(ownPlace(), 'empty', 'scripts', 'run.sh');
    const { range } = await diagnostic(editor, 'hook.no-script');
    await takeFix(editor, range, 'scripts/run.sh');
    await until('it is open', () => vscode.window.activeTextEditor?.document.fileName === script);
    assert.match(readFileSync(script, 'utf8'), /^#!.*\n(?:#.*\n)*event=\$\(cat\)/);
    assert.equal(statSync(script).mode & 0o111, 0o111);
    await isGone(editor, 'hook.no-script');
    rmSync(script);
    await diagnostic(editor, 'hook.no-script');
    writeFileSync(script, '#!/bin/sh\nexit 0\n');
    await diagnostic(editor, 'hook.script-not-executable');
    chmodSync(script, 0o755);
    await isGone(editor, 'hook.script-not-executable');
    chmodSync(script, 0o644);
    await diagnostic(editor, 'hook.script-not-executable');
    await executeCommand('beckon.makeHookExecutable', editor.document.uri.toString());
    await isGone(editor, 'hook.script-not-executable');
    assert.equal(statSync(script).mode & 0o111, 0o111);
  });

  it('sees a hook of the workspace in a folder that was not there, and offers to allow it', async () => {
    const folder = join(agents(), 'hooks', 'theirs');
    mkdirSync(folder, { recursive: true });
    const text = "---\nname: theirs\ndescription: Somebody else's\ntrigger: before_tool\n---\n";
    writeFileSync(join(folder, 'HOOK.md'), text);
    const uri = vscode.Uri.file(join(folder, 'HOOK.md'));
    const editor = await vscode.window.showTextDocument(uri);
    await diagnostic(editor, 'hook.no-script');
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    await isGone(editor, 'hook.no-script');
    await executeCommand('beckon.runHookSample', uri.toString());
    await ui({
      do: 'waitFor',
      selector: `${toasts}:has-text("is not run: allow it first") >> text="Allow…"`,
    });
    await executeCommand('notifications.clearAll');
  });

  it('follows a hook that lies elsewhere, of which no watcher tells', async () => {
    const folder = join(workspaceFolder(), 'samples', 'elsewhere');
    mkdirSync(folder, { recursive: true });
    const text = '---\nname: elsewhere\ndescription: A sample\ntrigger: before_tool\n---\n';
    writeFileSync(join(folder, 'HOOK.md'), text);
    const ownPace = hurryTimers(beckonFolder(), lookMs);
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'HOOK.md')));
      await diagnostic(editor, 'hook.no-script');
      mkdirSync(join(folder, 'scripts'));
      writeFileSync(join(folder, 'scripts', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
      await isGone(editor, 'hook.no-script');
      chmodSync(join(folder, 'scripts', 'run.sh'), 0o644);
      await diagnostic(editor, 'hook.script-not-executable');
    } finally {
      ownPace();
      rmSync(join(workspaceFolder(), 'samples'), { recursive: true });
    }
  });

  it('tells of bytes that are no UTF-8', async () => {
    const file = join(agents(), 'runbook.yaml');
    writeFileSync(file, Buffer.from('agents: { a: { run: claude, prompt: "caf\xe9" } }\n', 'latin1'));
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    await until('the place of the byte', async () => {
      const { range } = await diagnostic(editor, 'runbook.not-utf8');
      return editor.document.getText(range) === '\uFFFD';
    });
    writeFileSync(file, 'agents: { a: { run: claude } }\n');
    await isGone(editor, 'runbook.not-utf8');
  });

  describe('when its server crashes', () => {
    const crash = async () => {
      const [pid] = (await until('a server', () => {
        const found = serverProcesses();
        return found.length > 0 ? found : undefined;
      })) ?? [0];
      process.kill(pid ?? 0, 'SIGKILL');
      return pid;
    };

    it('starts it again once, and says so', async () => {
      const editor = await openHook('again', 'trigger: before_tool\ntimeout: 5\n', 'exit 0');
      await diagnostic(editor, 'hook.timeout-range');
      const pid = await crash();
      await ui({ do: 'waitFor', selector: `${toasts}:has-text("was restarted")` });
      assert.notEqual(serverProcesses()[0], pid);
      await diagnostic(editor, 'hook.timeout-range');
      await executeCommand('notifications.clearAll');
    });

    it('leaves it off after the second time, until somebody wants it back', async () => {
      await crash();
      await ui({ do: 'waitFor', selector: `${toasts}:has-text("is off now")` });
      await ui({ do: 'waitFor', selector: '.statusbar .codicon-bracket-error' });
      assert.deepEqual(serverProcesses(), []);
      await ui({ do: 'click', selector: `${toasts} >> text="Restart"` });
      await until('a server', () => serverProcesses().length === 1);
      await ui({ do: 'waitFor', selector: '.statusbar .codicon-bracket-error', state: 'detached' });
    });

    it('shows no stack', async () => {
      for (const text of await texts(toasts)) assert.doesNotMatch(text, /\bat .+:\d+:\d+/);
    });
  });

  it('leaves no process when it is deactivated, and comes back', async () => {
    await until('a server', () => serverProcesses().length === 1);
    await beckonModule().deactivate();
    assert.deepEqual(serverProcesses(), []);
    await beckonModule().activate();
    await until('a server', () => serverProcesses().length === 1);
    await executeCommand('beckon.restartLanguageServer');
    await until('one server', () => serverProcesses().length === 1);
    assert.equal(existsSync(join(installedBeckon().extensionPath, 'dist', 'authoring.cjs')), true);
  });
});
