import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeAction, CompletionItem, TextEdit } from 'vscode-languageserver/node';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import type { HookSurroundings } from '../../src/core/hookrun/surroundings.ts';
import { LanguageClient } from './support/languageClient.ts';

const hook = 'file:///w/.agents/hooks/x/HOOK.md';
const runbook = 'file:///w/.agents/runbook.yaml';
const around: HookSurroundings = {
  folder: 'x',
  scope: 'user',
  standing: 'runs',
  script: { name: 'run.sh', isExecutable: true, kind: 'shebang', text: '#!/bin/sh\n' },
  others: [],
};

let client: LanguageClient;
beforeEach(async () => {
  client = new LanguageClient();
  await client.start();
});
afterEach(() => client.dispose());

/** Opens a text in which `‸` stands for the cursor. */
async function at(uri: string, marked: string, told = around) {
  const text = marked.replace('‸', '');
  client.around.set(uri, told);
  await client.open(uri, text);
  const position = client.document(uri).positionAt(marked.indexOf('‸'));
  return { textDocument: { uri }, position };
}

async function completions(uri: string, marked: string): Promise<readonly CompletionItem[]> {
  const found = await client.connection.sendRequest(CompletionRequest.type, await at(uri, marked));
  return Array.isArray(found) ? found : (found?.items ?? []);
}
const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);

async function hover(uri: string, marked: string, told = around): Promise<string> {
  const place = await at(uri, marked, told);
  // By then the client was asked.
  await client.diagnostics(uri, () => true);
  const found = await client.connection.sendRequest(HoverRequest.type, place);
  const contents = found?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

async function actions(uri: string, text: string, only?: string[]): Promise<readonly CodeAction[]> {
  const { textDocument } = await at(uri, text);
  const diagnostics = await client.diagnostics(uri, (found) => found.length > 0);
  const range = diagnostics[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const context = { diagnostics, ...(only ? { only } : {}) };
  const found = await client.connection.sendRequest(CodeActionRequest.type, { textDocument, range, context });
  return (found ?? []) as CodeAction[];
}

const applied = (uri: string, edits: readonly TextEdit[] | null | undefined) =>
  TextDocument.applyEdits(client.document(uri), [...(edits ?? [])]);
const edited = (uri: string, action: CodeAction | undefined) => applied(uri, action?.edit?.changes?.[uri]);

const matter = (keys: string) => `---\nname: x\ndescription: Does it.\ntrigger: before_tool\n${keys}---\n`;

describe('completion', () => {
  it('lists all triggers where one is to be written', async () => {
    const items = await completions(hook, '---\nname: x\ntrigger: ‸\n---\n');
    expect(labels(items)).toEqual(expect.arrayContaining(triggers.map(({ id }) => id)));
    expect(items.find(({ label }) => label === 'before_tool')?.documentation).toBeTruthy();
  });

  it('lists the keys that are not there yet', async () => {
    const found = labels(await completions(hook, '---\nname: x\n‸\n---\n'));
    expect(found).toContain('description');
    expect(found).not.toContain('name');
  });

  it('says nothing in the Markdown behind the front matter', async () => {
    expect(await completions(hook, `${matter('')}\n# Title ‸\n`)).toEqual([]);
  });

  it('lists actions and agents in a runbook', async () => {
    expect(labels(await completions(runbook, 'agents:\n  a:\n    run: x\n    on_idle: ‸\n'))).toContain(
      'nudge',
    );
    const steps =
      'agents: { a: { run: x }, b: { run: x } }\npipelines:\n  p:\n    steps:\n      - name: one\n        agent: ‸\n';
    await client.close(runbook);
    expect(labels(await completions(runbook, steps))).toEqual(expect.arrayContaining(['a', 'b']));
  });
});

describe('hover', () => {
  it('explains keys, triggers and values', async () => {
    expect(await hover(hook, matter('time‸out: 30000\n'))).toMatch(/600,?000|10 min/u);
    await client.close(hook);
    expect(await hover(hook, '---\nname: x\ntrigger: pre-tool‸-call\n---\n')).toContain('before_tool');
    await client.close(hook);
    expect(await hover(hook, matter('timeout: 30‸000\n'))).toMatch(/30 s/u);
  });

  it('says what the programs that the client names heed', async () => {
    const programs = [{ id: 'mute', name: 'Mute', at: {} }];
    const text = await hover(hook, '---\nname: x\ntrigger: before‸_stop\n---\n', { ...around, programs });
    expect(text).toContain('- Mute: does not run it');
  });

  it('explains a runbook', async () => {
    expect(await hover(runbook, 'agents:\n  a:\n    run: x\n    on_i‸dle: nudge\n')).not.toBe('');
  });
});

describe('fixes', () => {
  it('bring a number into its range', async () => {
    const [fix] = await actions(hook, matter('timeout: 5\n'));
    expect(fix).toMatchObject({ kind: 'quickfix', isPreferred: true });
    expect(edited(hook, fix)).toBe(matter('timeout: 100\n'));
  });

  it('put an expression into single quotes', async () => {
    const [fix] = await actions(hook, matter('matcher:\n  pattern: "\\.py$"\n'));
    expect(edited(hook, fix)).toBe(matter("matcher:\n  pattern: '\\.py$'\n"));
  });

  it('of what is on disk name a command of the editor, with the file', async () => {
    client.around.set(hook, around);
    const { script: _, ...without } = around;
    await client.open(hook, matter(''));
    client.around.set(hook, without);
    await client.close(hook);
    await client.open(hook, matter(''));
    const diagnostics = await client.diagnostics(hook, (found) => found.length > 0);
    const range = { start: { line: 1, character: 6 }, end: { line: 1, character: 6 } };
    const found = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: hook },
      range,
      context: { diagnostics },
    });
    expect(found).toMatchObject([{ command: { command: 'beckon.createHookScript', arguments: [hook] } }]);
  });

  it('are made all at once on save', async () => {
    const text = matter('timeout: 1h\npriority: 5000\n').replace('before_tool', 'Before_Tool');
    const [all] = await actions(hook, text, ['source.fixAll']);
    expect(edited(hook, all)).toBe(matter('timeout: 600000\npriority: 1000\n'));
  });

  it('mend a runbook', async () => {
    const [fix] = await actions(runbook, 'agents:\n  a:\n    run: x\n    on_idle: nudg\n');
    expect(edited(runbook, fix)).toBe('agents:\n  a:\n    run: x\n    on_idle: nudge\n');
  });
});

describe('the outline', () => {
  it('has the parts of both files, and what can be folded', async () => {
    await at(hook, `${matter('timeout: 5000\n')}# Title\n`);
    const textDocument = { uri: hook };
    expect(await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })).toMatchObject([
      { children: [{ name: 'name' }, { name: 'description' }, { name: 'trigger' }, { name: 'timeout' }] },
    ]);
    expect(await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument })).toMatchObject([
      { startLine: 0 },
    ]);
    await at(runbook, 'agents:\n  a:\n    run: x\n');
    const book = { textDocument: { uri: runbook } };
    expect(await client.connection.sendRequest(DocumentSymbolRequest.type, book)).not.toEqual([]);
    expect(await client.connection.sendRequest(FoldingRangeRequest.type, book)).not.toEqual([]);
  });
});

describe('lenses', () => {
  it('run a hook, switch it off, and count', async () => {
    await at(hook, matter(''));
    await client.until(() => client.lensRefreshes > 0);
    const found = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: hook } });
    expect(found?.map(({ command }) => command?.command)).toEqual([
      'beckon.runHookSample',
      'beckon.denyHook',
      'beckon.countHookCalls',
    ]);
    expect(found?.every(({ command }) => command?.arguments?.[0] === hook)).toBe(true);
  });
});

describe('formatting', () => {
  it('evens the front matter, and keeps comments and the rest', async () => {
    await at(hook, '---\nname:   x # mine\nmatcher:\n     tool:  Shell\n---\nBody   \n');
    const edits = await client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: hook },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(applied(hook, edits)).toBe('---\nname: x # mine\nmatcher:\n  tool: Shell\n---\nBody   \n');
  });
});
