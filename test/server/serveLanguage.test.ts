import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  HoverRequest,
  LSPErrorCodes,
} from 'vscode-languageserver/node';
import type { HookSurroundings } from '../../src/core/hookrun/surroundings.ts';
import { languageMethods } from '../../src/core/wire/languageProtocol.ts';
import { runbookPrograms } from '../../src/programs/runbookPrograms.ts';
import { LanguageClient } from './support/languageClient.ts';

const uri = 'file:///w/.agents/hooks/x/HOOK.md';
const runbook = 'file:///w/.agents/runbook.yaml';
const hook = '---\nname: x\ndescription: Does it.\ntrigger: before_tool\n---\n';
const around: HookSurroundings = {
  folder: 'x',
  scope: 'user',
  standing: 'runs',
  script: { name: 'run.sh', isExecutable: true, kind: 'shebang', text: '#!/bin/sh\n' },
  others: [],
};
const codes = (found: readonly { code?: unknown }[]) => found.map(({ code }) => code);

let client: LanguageClient;
beforeEach(() => {
  client = new LanguageClient();
});
afterEach(() => client.dispose());

describe('the language server', () => {
  it('tells what is wrong with a HOOK.md, and takes it back when it is mended', async () => {
    expect((await client.start()).serverInfo?.name).toBe('beckon');
    client.around.set(uri, around);
    await client.open(uri, hook.replace('---\n', '').trimEnd());
    expect(codes(await client.diagnostics(uri))).toEqual(['hook.no-frontmatter']);
    await client.change(uri, { from: 0, to: 0, text: '---\n' });
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  it('clears a file that is closed', async () => {
    await client.start();
    await client.open(uri, 'no fence');
    await client.diagnostics(uri, (found) => found.length > 0);
    await client.close(uri);
    expect(await client.diagnostics(uri, (found) => found.length === 0)).toEqual([]);
  });

  it('tells what is wrong with a runbook', async () => {
    await client.start();
    await client.open(runbook, 'agents:\n  a: { run: 5 }\n');
    expect(codes(await client.diagnostics(runbook))).toEqual(['runbook.wrong-type']);
  });

  it('tells what the programs of a runbook cannot do', async () => {
    client = new LanguageClient(undefined, runbookPrograms);
    await client.start();
    client.around.set(runbook, { folder: '.agents', others: [], unanswered: ['copilot-cli'] });
    const gate = '{ run: copilot, on_prompt: { action: gate, run: x } }';
    await client.open(runbook, `agents:\n  a: { run: codex exec, on_dead: resume }\n  b: ${gate}\n`);
    const found = await client.diagnostics(runbook, (all) => all.length > 1);
    expect(codes(found)).toEqual(['runbook.program-action', 'runbook.answers-off']);
  });

  it('leaves every other file alone, and answers nothing about it', async () => {
    await client.start();
    const other = 'file:///w/README.md';
    await client.open(other, 'no fence');
    await client.open(uri, 'no fence');
    await client.diagnostics(uri);
    expect(client.published(other)).toEqual([]);
    const at = { textDocument: { uri: other }, position: { line: 0, character: 0 } };
    expect(await client.connection.sendRequest(CompletionRequest.type, at)).toBeNull();
    expect(await client.connection.sendRequest(HoverRequest.type, at)).toBeNull();
    await client.close(other);
    await client.close(uri);
    await client.diagnostics(uri, (found) => found.length === 0);
    expect(client.published(other)).toEqual([]);
  });

  it('tells of the last state after a burst of changes', async () => {
    await client.start();
    await client.open(uri, '');
    const text = hook.replace('before_tool', 'nothing');
    await client.change(uri, ...[...text].map((char, at) => ({ from: at, to: at, text: char })));
    expect(codes(await client.diagnostics(uri))).toEqual(['hook.unknown-trigger']);
  });

  it('says where a problem is explained', async () => {
    await client.start({ docs: 'file:///docs/problems.md' });
    await client.open(uri, 'no fence');
    const [problem] = await client.diagnostics(uri);
    expect(problem?.codeDescription?.href).toMatch(/^file:\/\/\/docs\/problems\.md#L\d+$/u);
  });
});

describe('what is around a hook', () => {
  it('is asked for when it is opened, and again when it changed', async () => {
    await client.start();
    const { script: _, ...without } = around;
    client.around.set(uri, without);
    await client.open(uri, hook);
    expect(codes(await client.diagnostics(uri, (found) => found.length > 0))).toEqual(['hook.no-script']);
    client.around.set(uri, around);
    await client.connection.sendNotification(languageMethods.surroundingsChanged, {
      uris: ['file:///other'],
    });
    await client.connection.sendNotification(languageMethods.surroundingsChanged, {});
    await client.until(() => client.published(uri).at(-1)?.diagnostics.length === 0);
    expect(client.asked).toEqual([uri, uri]);
  });

  it('draws the lenses anew where it changed, and not where it did not', async () => {
    await client.start();
    client.around.set(uri, around);
    await client.open(uri, hook);
    await client.until(() => client.lensRefreshes === 1);
    await client.connection.sendNotification(languageMethods.surroundingsChanged, {});
    await client.until(() => client.asked.length === 2);
    client.around.set(uri, { ...around, standing: 'denied' });
    await client.connection.sendNotification(languageMethods.surroundingsChanged, {});
    await client.until(() => client.lensRefreshes > 1);
    expect(client.lensRefreshes).toBe(2);
    const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    expect(lenses?.map(({ command }) => command?.command)).toContain('beckon.allowHook');
  });

  it('tells of bytes that are no UTF-8, in hooks and in runbooks', async () => {
    const runbook = 'file:///w/.agents/runbook.yaml';
    await client.start();
    client.around.set(uri, { ...around, notUtf8: true });
    client.around.set(runbook, { folder: '.agents', others: [], notUtf8: true });
    await client.open(uri, hook);
    await client.open(runbook, 'agents: { a: { run: "caf\uFFFD" } }\n');
    expect(codes(await client.diagnostics(uri, (found) => found.length > 0))).toEqual(['hook.not-utf8']);
    const [told] = await client.diagnostics(runbook, (found) => found.length > 0);
    expect(told).toMatchObject({
      code: 'runbook.not-utf8',
      severity: 1,
      range: { start: { line: 0, character: 24 }, end: { line: 0, character: 25 } },
    });
    client.around.delete(runbook);
    await client.connection.sendNotification(languageMethods.surroundingsChanged, {});
    await client.until(() => client.published(runbook).at(-1)?.diagnostics.length === 0);
  });

  it('is not asked of a client that cannot tell', async () => {
    await client.start({});
    await client.open(uri, hook);
    expect(await client.diagnostics(uri)).toEqual([]);
    expect(client.asked).toEqual([]);
  });
});

describe('a request', () => {
  const at = { textDocument: { uri }, position: { line: 3, character: 9 } };

  it('that is taken back is not answered', async () => {
    await client.start();
    await client.open(uri, hook);
    const source = new CancellationTokenSource();
    const completing = client.connection.sendRequest(CompletionRequest.type, at, source.token);
    source.cancel();
    await expect(completing).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(await client.connection.sendRequest(CompletionRequest.type, at)).not.toBeNull();
  });

  it('for fixes gets those of the kinds it asks for', async () => {
    await client.start();
    await client.open(uri, hook.replace('---\n', '---\ntimeout: 1h\n'));
    const diagnostics = await client.diagnostics(uri, (found) => found.length > 0);
    const kinds = async (only?: string[]) => {
      const range = diagnostics[0]?.range ?? { start: at.position, end: at.position };
      const context = { diagnostics, ...(only ? { only } : {}) };
      const found = await client.connection.sendRequest(CodeActionRequest.type, {
        textDocument: { uri },
        range,
        context,
      });
      return [...new Set(found?.map((one) => ('kind' in one ? one.kind : undefined)))];
    };
    expect(await kinds()).toEqual(['quickfix']);
    expect(await kinds(['quickfix'])).toEqual(['quickfix']);
    expect(await kinds(['source.fixAll'])).toEqual(['source.fixAll.beckon']);
    expect(await kinds(['source.fixAll.beckon'])).toEqual(['source.fixAll.beckon']);
    expect(await kinds(['source.fixAll.other'])).toEqual([]);
    expect(await kinds(['refactor'])).toEqual([]);
  });
});
