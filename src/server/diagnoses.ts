import type { Connection, Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { largeRunbook } from '../language/areaAt.ts';
import { diagnoseHook } from '../language/diagnoseHook.ts';
import { diagnoseRunbook } from '../language/diagnoseRunbook.ts';
import { fileKind } from '../language/fileKind.ts';
import { lineOfProblem } from '../language/problemPage.ts';

/** How long nobody may type in a large runbook before it is read. */
const pauseMs = 300;

/** Tells the client what is wrong with open files: of a burst of changes, only after the last. */
export class Diagnoses {
  readonly #connection: Connection;
  readonly #documents: (uri: string) => TextDocument | undefined;
  readonly #around: (uri: string) => HookSurroundings | undefined;
  readonly #waiting = new Map<string, () => void>();
  /** The page that explains problems. */
  docs: string | undefined;

  constructor(
    connection: Connection,
    documents: (uri: string) => TextDocument | undefined,
    around: (uri: string) => HookSurroundings | undefined,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#around = around;
  }

  /** What is wrong with a file now, with links to what that means. */
  of(document: TextDocument): Diagnostic[] {
    const diagnoseFile = fileKind(document.uri) === 'runbook' ? diagnoseRunbook : diagnoseHook;
    const found = diagnoseFile(document, this.#around(document.uri));
    return found.map((one) => this.#explained(one));
  }

  /** A file changed, or what is around it. */
  changed(document: TextDocument): void {
    const { uri } = document;
    this.#waiting.get(uri)?.();
    const publish = () => {
      this.#waiting.delete(uri);
      const now = this.#documents(uri);
      if (now) {
        void this.#connection.sendDiagnostics({ uri, version: now.version, diagnostics: this.of(now) });
      }
    };
    if (
      fileKind(uri) === 'runbook' &&
      document.offsetAt({ line: document.lineCount, character: 0 }) > largeRunbook
    ) {
      const timer = setTimeout(publish, pauseMs);
      this.#waiting.set(uri, () => clearTimeout(timer));
    } else {
      const timer = setImmediate(publish);
      this.#waiting.set(uri, () => clearImmediate(timer));
    }
  }

  /** Nothing is told any more of a file that is closed. */
  closed(uri: string): void {
    this.#waiting.get(uri)?.();
    this.#waiting.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  #explained(diagnostic: Diagnostic): Diagnostic {
    const line = lineOfProblem(String(diagnostic.code));
    return this.docs === undefined || line === undefined
      ? diagnostic
      : { ...diagnostic, codeDescription: { href: `${this.docs}#L${line}` } };
  }
}
