import type { CodeActionParams, Connection, InitializeResult } from 'vscode-languageserver';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import type { LanguageOptions } from '../core/wire/languageProtocol.ts';
import { languageMethods } from '../core/wire/languageProtocol.ts';
import { completeHook, completeRunbook } from '../language/complete.ts';
import { fileKind } from '../language/fileKind.ts';
import { hoverHook, hoverRunbook } from '../language/hover.ts';
import { lensesOf } from '../language/lensesOf.ts';
import type { Asked } from './answering.ts';
import { answering } from './answering.ts';
import { Diagnoses } from './diagnoses.ts';
import type { Thread } from './longWork.ts';
import { LongWork } from './longWork.ts';
import { Surroundings } from './surroundings.ts';

/** The action that makes every fix that needs no second thought. */
const fixAllKind = `${CodeActionKind.SourceFixAll}.beckon`;

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: [' ', ':', '|', '\n'] },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  codeLensProvider: {},
  documentFormattingProvider: true,
};

/**
 * Answers a language client about the HOOK.md files and runbooks it opens; every other document is left alone. Long
 * texts are read on another thread, where one can be started.
 */
export function serveLanguage(
  connection: Connection,
  programs: readonly RunbookProgram[],
  startThread?: () => Thread,
): void {
  const documents = new TextDocuments(TextDocument);
  const around = new Surroundings(connection);
  const work = new LongWork(programs, startThread);
  const diagnoses = new Diagnoses({
    connection,
    work,
    documents: (uri) => documents.get(uri),
    around: (uri) => around.of(uri),
  });
  let refreshesLenses = false;

  connection.onInitialize(({ initializationOptions, capabilities: client }) => {
    const { docs, surroundings } = (initializationOptions ?? {}) as LanguageOptions;
    diagnoses.docs = docs;
    around.isAnswered = surroundings === true;
    refreshesLenses = client.workspace?.codeLens?.refreshSupport === true;
    return { serverInfo: { name: 'beckon' }, capabilities };
  });

  const look = async (document: TextDocument): Promise<void> => {
    const kind = fileKind(document.uri);
    if (kind && (await around.ask(document.uri))) {
      const now = documents.get(document.uri);
      if (now) {
        diagnoses.changed(now);
        if (refreshesLenses && kind === 'hook') {
          await connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {});
        }
      }
    }
  };
  documents.onDidOpen(({ document }) => void look(document));
  documents.onDidSave(({ document }) => void look(document));
  documents.onDidChangeContent(({ document }) => {
    if (fileKind(document.uri)) {
      work.changed(document.uri);
      diagnoses.changed(document);
    }
  });
  documents.onDidClose(({ document: { uri } }) => {
    if (fileKind(uri)) {
      work.changed(uri);
      around.forget(uri);
      diagnoses.closed(uri);
    }
  });
  connection.onNotification(languageMethods.surroundingsChanged, ({ uris }: { uris?: readonly string[] }) => {
    for (const document of documents.all()) {
      if (!uris || uris.includes(document.uri)) {
        void look(document);
      }
    }
  });

  const programsAt = ({ uri }: TextDocument) => around.of(uri)?.programs;
  const answer = answering(connection, documents);
  connection.onCompletion(
    answer('completion', ({ document, params: { position }, kind }) =>
      kind === 'hook'
        ? completeHook(document, position, programsAt(document))
        : completeRunbook(document, position),
    ),
  );
  connection.onHover(
    answer(
      'hover',
      ({ document, params: { position }, kind }) =>
        (kind === 'hook'
          ? hoverHook(document, position, programsAt(document))
          : hoverRunbook(document, position)) ?? null,
    ),
  );
  connection.onDocumentSymbol(answer('symbols', (asked) => work.do('outline', asked, asked.token)));
  connection.onFoldingRanges(answer('folding', (asked) => work.do('fold', asked, asked.token)));
  connection.onDocumentFormatting(answer('formatting', (asked) => work.do('format', asked, asked.token)));
  connection.onCodeLens(
    answer('lenses', ({ document, kind }) =>
      kind === 'hook' ? lensesOf(document, around.of(document.uri)) : [],
    ),
  );
  connection.onCodeAction(
    answer('fixes', async ({ document, kind, token, params }: Asked<CodeActionParams>) => {
      const { only, diagnostics } = params.context;
      const ours = diagnostics.filter(({ source }) => source === 'beckon');
      const subject = { document, kind, around: around.of(document.uri), diagnostics: ours };
      const isAbout = ours.length > 0 && wants(only, CodeActionKind.QuickFix);
      const fixes = isAbout ? await work.do('fix', subject, token) : [];
      // Nobody who looks at one problem wants to see what would be done about all of them.
      const isAsked = only !== undefined && wants(only, fixAllKind);
      const all = isAsked ? await work.do('fixAll', subject, token) : null;
      return all ? [...fixes, all] : fixes;
    }),
  );
  connection.onShutdown(() => work.end());
  documents.listen(connection);
  connection.listen();
}

/** Whether actions of a kind are wanted, where only some may be: `source` means all that begin with it. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
}
