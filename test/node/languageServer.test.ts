import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  DocumentSymbolRequest,
  ExitNotification,
  InitializeRequest,
  LSPErrorCodes,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { hangMs } from '../support/hangMs.ts';
import { ownNode, repository } from '../support/runProgram.ts';

/** What an extension host does: it starts the server over IPC, and tells of it once it answers. */
const host = `
const { fork } = require('node:child_process');
const args = ['--node-ipc', '--clientProcessId=' + process.pid];
const server = fork(process.argv[1], args, { execArgv: [], silent: true });
server.on('message', () => console.log(server.pid));
const params = { processId: process.pid, rootUri: null, capabilities: {} };
server.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A message as it goes over the wire. */
function framed(message: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

describe('the language server in a process of its own', () => {
  it('is gone when the window is, however that went', async () => {
    const parent = spawn(ownNode, ['-e', host, join(repository, 'dist/server.cjs')]);
    const [said] = await once(parent.stdout, 'data');
    const pid = Number(said);
    expect(isThere(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isThere(pid), { timeout: hangMs }).toBe(false);
  });

  it('reads a long runbook on a thread, stops where it is told to, and ends with the client', async () => {
    const child = spawn(ownNode, [join(repository, 'dist/server.cjs'), '--stdio']);
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const told = new Promise<readonly unknown[]>((resolve) => {
      connection.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics }) =>
        resolve(diagnostics.map(({ code }) => code)),
      );
    });
    connection.listen();
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    const agents = Array.from({ length: 2000 }, (_, at) => `  agent-${at}:   { run: x }\n`).join('');
    const uri = 'file:///w/.agents/runbook.yaml';
    const textDocument = {
      uri,
      languageId: 'yaml',
      version: 1,
      text: `agents:\n${agents}  last: { run: 5 }\n`,
    };
    await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    expect(await told).toEqual(['runbook.wrong-type']);
    // Both in one piece: the server hears of the end before it can have answered.
    const options = { tabSize: 2, insertSpaces: true };
    const params = { textDocument: { uri }, options };
    child.stdin.write(
      framed({ id: 'cancelled', method: 'textDocument/formatting', params }) +
        framed({ method: '$/cancelRequest', params: { id: 'cancelled' } }),
    );
    await vi.waitFor(() => expect(said).toContain('"id":"cancelled"'), { timeout: hangMs });
    expect(said).toMatch(new RegExp(`"id":"cancelled","error":{"code":${LSPErrorCodes.RequestCancelled},`));
    const outline = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
    expect(outline?.map(({ name }) => name)).toEqual(['agents']);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
