import type { Connection } from 'vscode-languageserver';
import { TextDocumentSyncKind, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnoseFrontmatter } from '../language/hookFrontmatter.ts';

/** Answers a language client about the HOOK.md files it opens; every other document is left alone. */
export function serveLanguage(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  connection.onInitialize(() => ({
    serverInfo: { name: 'beckon' },
    capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental },
  }));
  documents.onDidChangeContent(({ document }) => {
    if (isHook(document.uri)) {
      const { uri, version } = document;
      void connection.sendDiagnostics({ uri, version, diagnostics: diagnoseFrontmatter(document.getText()) });
    }
  });
  documents.onDidClose(({ document }) => {
    if (isHook(document.uri)) {
      void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    }
  });
  documents.listen(connection);
  connection.listen();
}

function isHook(uri: string): boolean {
  return uri.endsWith('/HOOK.md');
}
