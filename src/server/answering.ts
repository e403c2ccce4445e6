import type { CancellationToken, Connection } from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError, type TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKind } from '../language/fileKind.ts';
import { fileKind } from '../language/fileKind.ts';

interface AboutDocument {
  readonly textDocument: { readonly uri: string };
}

/**
 * Makes the handler of a request about a document. Nothing is said of other files. A request that is taken back, or
 * whose document changed before it was looked at, costs nothing; one that fails says nothing, and one line goes to the log.
 */
export function answering(connection: Connection, documents: TextDocuments<TextDocument>) {
  return <Params extends AboutDocument, Result>(
    name: string,
    work: (document: TextDocument, params: Params, kind: FileKind) => Result,
  ) =>
    async (params: Params, token: CancellationToken): Promise<Result | null> => {
      // What was sent right behind the request is heard first: that it is not wanted any more, most of all.
      await new Promise((resolve) => setImmediate(resolve));
      if (token.isCancellationRequested) {
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'It was taken back.');
      }
      const document = documents.get(params.textDocument.uri);
      const kind = fileKind(params.textDocument.uri);
      if (!document || !kind) {
        return null;
      }
      try {
        return work(document, params, kind);
      } catch (error) {
        connection.console.error(`${name} failed: ${error instanceof Error ? error.name : 'unknown'}`);
        return null;
      }
    };
}
