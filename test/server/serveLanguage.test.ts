import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { Diagnostic, ProtocolConnection } from 'vscode-languageserver/node';
import {
  createConnection,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { serveLanguage } from '../../src/server/serveLanguage.ts';

interface Client {
  readonly connection: ProtocolConnection;
  readonly nextDiagnostics: () => Promise<{ uri: string; diagnostics: Diagnostic[] }>;
}

let client: Client | undefined;

/** A language client and our server, joined by two streams in this process. */
async function connect(): Promise<Client> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  serveLanguage(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)));
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const waiting: ((value: { uri: string; diagnostics: Diagnostic[] }) => void)[] = [];
  const arrived: { uri: string; diagnostics: Diagnostic[] }[] = [];
  connection.onNotification(PublishDiagnosticsNotification.type, (published) => {
    const resolve = waiting.shift();
    resolve ? resolve(published) : arrived.push(published);
  });
  connection.listen();
  const answer = await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  expect(answer.serverInfo?.name).toBe('beckon');
  const nextDiagnostics = () =>
    new Promise<{ uri: string; diagnostics: Diagnostic[] }>((resolve) => {
      const published = arrived.shift();
      published ? resolve(published) : waiting.push(resolve);
    });
  client = { connection, nextDiagnostics };
  return client;
}

function open(connection: ProtocolConnection, uri: string, text: string): Promise<void> {
  const textDocument = { uri, languageId: 'markdown', version: 1, text };
  return connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
}

afterEach(() => {
  client?.connection.dispose();
  client = undefined;
});

describe('the language server', () => {
  const uri = 'file:///w/.agents/hooks/x/HOOK.md';

  it('tells what is wrong with a HOOK.md, and takes it back when it is mended', async () => {
    const { connection, nextDiagnostics } = await connect();
    await open(connection, uri, '---\nname: x\n');
    expect((await nextDiagnostics()).diagnostics.map(({ code }) => code)).toEqual(['hook.frontmatter-open']);
    const end = { line: 2, character: 0 };
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: end, end }, text: '---\n' }],
    });
    expect(await nextDiagnostics()).toMatchObject({ uri, version: 2, diagnostics: [] });
  });

  it('clears a file that is closed', async () => {
    const { connection, nextDiagnostics } = await connect();
    await open(connection, uri, 'no fence');
    expect((await nextDiagnostics()).diagnostics).toHaveLength(1);
    await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    expect((await nextDiagnostics()).diagnostics).toEqual([]);
  });

  it('leaves every other Markdown file alone', async () => {
    const { connection, nextDiagnostics } = await connect();
    await open(connection, 'file:///w/README.md', 'no fence');
    await open(connection, uri, 'no fence');
    expect((await nextDiagnostics()).uri).toBe(uri);
  });
});
