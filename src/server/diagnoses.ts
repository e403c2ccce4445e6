import type { Connection, Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { fileKind } from '../language/fileKind.ts';
import { lineOfProblem } from '../language/problemPage.ts';
import { takesLong } from '../language/task.ts';
import type { LongWork } from './longWork.ts';

/** How long nobody may type in a long text before it is read, at least and at most; between them, as long as that takes. */
const leastPauseMs = 300;
const mostPauseMs = 2000;

interface Sources {
  readonly connection: Connection;
  readonly work: LongWork;
  readonly documents: (uri: string) => TextDocument | undefined;
  readonly around: (uri: string) => HookSurroundings | undefined;
}

/** Tells the client what is wrong with open files: of a burst of changes, only after the last. */
export class Diagnoses {
  readonly #sources: Sources;
  readonly #waiting = new Map<string, () => void>();
  /** Files that are being read, and whether they have to be read again. */
  readonly #reading = new Map<string, boolean>();
  /** How long it took to read files the last time. */
  readonly #tookMs = new Map<string, number>();
  /** The page that explains problems. */
  docs: string | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** A file changed, or what is around it. */
  changed(document: TextDocument): void {
    const { uri } = document;
    this.#waiting.get(uri)?.();
    const kind = fileKind(uri);
    const publish = () => {
      this.#waiting.delete(uri);
      void this.#publish(uri);
    };
    if (kind && takesLong(document, kind)) {
      // A text that takes long is not read between two keys: that would only take time from what is asked at the next.
      const pauseMs = Math.max(this.#tookMs.get(uri) ?? 0, leastPauseMs);
      const timer = setTimeout(publish, Math.min(pauseMs, mostPauseMs));
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
    this.#tookMs.delete(uri);
    void this.#sources.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #publish(uri: string): Promise<void> {
    const { connection, work, documents, around } = this.#sources;
    const document = documents(uri);
    const kind = fileKind(uri);
    if (this.#reading.has(uri)) {
      this.#reading.set(uri, true);
      return;
    }
    if (!document || !kind) {
      return;
    }
    const { version } = document;
    this.#reading.set(uri, false);
    const begin = performance.now();
    try {
      const found = await work.do('diagnose', { document, kind, around: around(uri) });
      // Of a text that changed meanwhile nothing is told: it will be read again.
      if (documents(uri) === document && document.version === version) {
        this.#tookMs.set(uri, performance.now() - begin);
        const diagnostics = found.map((one) => this.#explained(one));
        void connection.sendDiagnostics({ uri, version, diagnostics });
      }
    } catch (error) {
      connection.console.error(`diagnoses failed: ${error instanceof Error ? error.name : 'unknown'}`);
    }
    const isAgain = this.#reading.get(uri);
    this.#reading.delete(uri);
    if (isAgain) {
      await this.#publish(uri);
    }
  }

  #explained(diagnostic: Diagnostic): Diagnostic {
    const line = lineOfProblem(String(diagnostic.code));
    return this.docs === undefined || line === undefined
      ? diagnostic
      : { ...diagnostic, codeDescription: { href: `${this.docs}#L${line}` } };
  }
}
