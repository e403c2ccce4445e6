import { PassThrough } from 'node:stream';
import type { Diagnostic, ProtocolConnection, PublishDiagnosticsParams } from 'vscode-languageserver/node';
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
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { HookSurroundings } from '../../../src/core/hookrun/surroundings.ts';
import type { RunbookProgram } from '../../../src/core/runbook/programsAround.ts';
import type { LanguageOptions } from '../../../src/core/wire/languageProtocol.ts';
import { languageMethods } from '../../../src/core/wire/languageProtocol.ts';
import type { Thread } from '../../../src/server/longWork.ts';
import { serveLanguage } from '../../../src/server/serveLanguage.ts';

type Heard = (published: PublishDiagnosticsParams) => boolean;
/** One change of a text, by the numbers of its units. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A language client and our server, joined by two streams in this process. */
export class LanguageClient {
  readonly connection: ProtocolConnection;
  /** What the client says is around its files. */
  readonly around = new Map<string, HookSurroundings>();
  readonly asked: string[] = [];
  lensRefreshes = 0;
  readonly #documents = new Map<string, TextDocument>();
  readonly #published: PublishDiagnosticsParams[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(startThread?: () => Thread, programs: readonly RunbookProgram[] = []) {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    serveLanguage(server, programs, startThread);
    this.connection = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    this.connection.onNotification(PublishDiagnosticsNotification.type, (published) => {
      this.#published.push(published);
      this.#wake();
    });
    this.connection.onRequest(languageMethods.surroundings, ({ uri }: { uri: string }) => {
      this.asked.push(uri);
      this.#wake();
      return this.around.get(uri) ?? null;
    });
    this.connection.onRequest('workspace/codeLens/refresh', () => {
      this.lensRefreshes += 1;
      this.#wake();
      return null;
    });
    this.connection.listen();
  }

  /** Says hello; gives what the server can do. */
  async start(initializationOptions: LanguageOptions = { surroundings: true }) {
    const { capabilities, serverInfo } = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
      initializationOptions,
    });
    return { capabilities, serverInfo };
  }

  /** Opens a file. */
  async open(uri: string, text: string): Promise<void> {
    const document = TextDocument.create(uri, 'markdown', 1, text);
    this.#documents.set(uri, document);
    const textDocument = { uri, languageId: 'markdown', version: 1, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Changes an open file, each edit after the other, as typing does. */
  async change(uri: string, ...edits: readonly Edit[]): Promise<void> {
    for (const { from, to, text } of edits) {
      const before = this.document(uri);
      const range = { start: before.positionAt(from), end: before.positionAt(to) };
      const version = before.version + 1;
      this.#documents.set(uri, TextDocument.update(before, [{ range, text }], version));
      await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ range, text }],
      });
    }
  }

  async close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** A file as the client has it. */
  document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (!document) {
      throw new Error(`${uri} is not open`);
    }
    return document;
  }

  /** What the server says of a file as it is now, as soon as it says something that fits. */
  async diagnostics(uri: string, fits: (found: readonly Diagnostic[]) => boolean = () => true) {
    const version = this.#documents.get(uri)?.version;
    const isIt: Heard = (one) =>
      one.uri === uri && (version === undefined || one.version === version) && fits(one.diagnostics);
    await this.until(() => this.#published.some(isIt));
    return this.#published.findLast(isIt)?.diagnostics ?? [];
  }

  /** All that was ever said of a file. */
  published(uri: string): readonly PublishDiagnosticsParams[] {
    return this.#published.filter((one) => one.uri === uri);
  }

  /** Resolves when something is so; it is looked at whenever the server says something. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (isSo()) {
          this.#waiting.delete(look);
          resolve();
        }
      };
      this.#waiting.add(look);
      look();
    });
  }

  dispose(): void {
    this.connection.dispose();
  }

  #wake(): void {
    for (const look of [...this.#waiting]) {
      look();
    }
  }
}
