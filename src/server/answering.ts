import type { CancellationToken, Connection } from 'vscode-languageserver';
import { ResponseError, type TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKind } from '../language/fileKind.ts';
import { fileKind } from '../language/fileKind.ts';
import { takenBack, textChanged } from './longWork.ts';

interface AboutDocument {
  readonly textDocument: { readonly uri: string };
}

/** What a request is about. */
export interface Asked<Params> {
  readonly document: TextDocument;
  readonly kind: FileKind;
  readonly params: Params;
  readonly token: CancellationToken;
}

/**
 * Makes the handler of a request about a document. Nothing is said of other files. A request that is taken back is never
 * answered, and costs nothing where that is heard in time; neither is one about a text that changed meanwhile. One that
 * fails says nothing, and one line goes to the log.
 */
export function answering(connection: Connection, documents: TextDocuments<TextDocument>) {
  return <Params extends AboutDocument, Result>(
    name: string,
    work: (asked: Asked<Params>) => Result | Promise<Result>,
  ) =>
    async (params: Params, token: CancellationToken): Promise<Result | null> => {
      // What was sent right behind the request is heard first: that it is not wanted any more, most of all.
      await heard(token);
      const document = documents.get(params.textDocument.uri);
      const kind = fileKind(params.textDocument.uri);
      if (!document || !kind) {
        return null;
      }
      const { version } = document;
      const result = await Promise.resolve()
        .then(() => work({ document, kind, params, token }))
        .catch((error: unknown) => {
          if (error instanceof ResponseError) {
            throw error;
          }
          connection.console.error(`${name} failed: ${error instanceof Error ? error.name : 'unknown'}`);
          return null;
        });
      await heard(token);
      if (documents.get(document.uri) !== document || document.version !== version) {
        throw textChanged();
      }
      return result;
    };
}

/** Hears what arrived by now. */
async function heard(token: CancellationToken): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (token.isCancellationRequested) {
    throw takenBack();
  }
}
