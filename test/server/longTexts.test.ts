import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  LSPErrorCodes,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import { holdClock } from '../support/heldClock.ts';
import { HeldThreads } from './support/heldThreads.ts';
import { LanguageClient } from './support/languageClient.ts';

const uri = 'file:///w/.agents/runbook.yaml';
const other = 'file:///w/.agents/hooks/x/HOOK.md';
const hook = '---\nname: x\ndescription: Does it.\ntrigger: before_tool\n---\n';
const agents = Array.from({ length: 1200 }, (_, at) => `  agent-${at}:   { run: claude }\n`).join('');
const text = `agents:\n${agents}  last:\n    run: 5\n`;

let threads: HeldThreads;
let client: LanguageClient;
beforeEach(async () => {
  threads = new HeldThreads();
  client = new LanguageClient(threads.start);
  await client.start({});
  await client.open(uri, text);
});
afterEach(() => client.dispose());

const options = { tabSize: 2, insertSpaces: true };
const formatting = (token = new CancellationTokenSource().token) =>
  client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options }, token);
const hovering = () => {
  const position = { line: 1, character: 1 };
  return client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: other }, position });
};

describe('a long text', () => {
  it('is read on another thread, and what is asked meanwhile is answered', async () => {
    await threads.posted('diagnose');
    await client.open(other, hook);
    expect(await hovering()).not.toBeNull();
    const position = { line: 1202, character: 9 };
    const at = { textDocument: { uri }, position };
    expect(await client.connection.sendRequest(CompletionRequest.type, at)).not.toBeNull();
    expect(client.published(uri)).toEqual([]);
    threads.finish();
    const found = await client.diagnostics(uri);
    expect(found.map(({ code }) => code)).toEqual(['runbook.wrong-type']);
  });

  it('that changed while it was read is read again, and nothing is told of what it was', async () => {
    await threads.posted('diagnose');
    const at = text.lastIndexOf('5');
    await client.change(uri, { from: at, to: at + 1, text: 'x' });
    await client.open(other, hook);
    await hovering();
    threads.finish();
    await threads.posted('diagnose');
    threads.finish();
    await client.diagnostics(uri);
    expect(client.published(uri).map(({ version, diagnostics }) => [version, diagnostics])).toEqual([
      [2, []],
    ]);
  });

  it('is formatted, outlined, folded and mended there', async () => {
    await threads.posted('diagnose');
    threads.finish();
    const diagnostics = await client.diagnostics(uri);
    const formatted = formatting();
    await threads.posted('format');
    threads.finish();
    expect((await formatted)?.length).toBe(1);
    const outlined = client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
    await threads.posted('outline');
    threads.finish();
    expect((await outlined)?.map(({ name }) => name)).toEqual(['agents']);
    const folded = client.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
    await threads.posted('fold');
    threads.finish();
    expect((await folded)?.length).toBe(2);
    const range = { start: { line: 1202, character: 9 }, end: { line: 1202, character: 9 } };
    const context = { diagnostics };
    const mended = client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context,
    });
    await threads.posted('fix');
    threads.finish();
    expect((await mended)?.length).toBeGreaterThan(0);
    expect(threads.started).toBe(1);
  });

  it('costs nothing more once a request is taken back, which is said at once', async () => {
    await threads.posted('diagnose');
    threads.finish();
    await client.diagnostics(uri);
    const source = new CancellationTokenSource();
    const formatted = formatting(source.token);
    await threads.posted('format');
    source.cancel();
    await expect(formatted).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect([threads.started, threads.ended]).toEqual([1, 1]);
    const again = formatting();
    await threads.posted('format');
    threads.finish();
    expect((await again)?.length).toBe(1);
    expect(threads.started).toBe(2);
  });

  it('whose thread dies gets another one, and a line is logged', async () => {
    await threads.posted('diagnose');
    threads.finish();
    await client.diagnostics(uri);
    const formatted = formatting();
    await threads.posted('format');
    threads.die();
    expect(await formatted).toBeNull();
    const outlined = client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
    await threads.posted('outline');
    threads.finish();
    expect((await outlined)?.length).toBe(1);
    expect(threads.started).toBe(2);
  });

  it('that changed while a request about it was worked on is not answered as it was', async () => {
    await threads.posted('diagnose');
    threads.finish();
    await client.diagnostics(uri);
    const formatted = formatting();
    await threads.posted('format');
    const waits = client.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
    // The problems of the new text are looked for after a pause, which is not to end in here.
    holdClock();
    await client.change(uri, { from: 0, to: 0, text: '#\n' });
    // At once: nothing that is over is worked on before what is asked next.
    await expect(formatted).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await expect(waits).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    expect([threads.started, threads.ended]).toEqual([1, 1]);
  });

  it('keeps no thread after the client said that it stops', async () => {
    await threads.posted('diagnose');
    const waits = formatting();
    await client.connection.sendRequest(ShutdownRequest.type);
    expect(await waits).toBeNull();
    expect([threads.started, threads.ended]).toEqual([1, 1]);
  });
});
