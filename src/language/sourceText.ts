import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic, DiagnosticSeverity, Range, TextEdit } from 'vscode-languageserver-types';
import type { Finding } from '../core/findings/finding.ts';
import type { Span } from '../core/yaml/problem.ts';
import type { SpanEdit } from './spanEdit.ts';

const severities: Readonly<Record<Finding['severity'], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  information: 3,
  hint: 4,
};

/**
 * The text of a document as core reads it: without a byte order mark. Core and documents do not end lines at the same
 * characters, so places go from one to the other by their offsets.
 */
export class SourceText {
  readonly text: string;
  readonly #document: TextDocument;
  readonly #shift: number;

  constructor(document: TextDocument) {
    const text = document.getText();
    this.#document = document;
    this.#shift = text.startsWith('\uFEFF') ? 1 : 0;
    this.text = text.slice(this.#shift);
  }

  rangeOf([from, to]: Span): Range {
    return {
      start: this.#document.positionAt(from + this.#shift),
      end: this.#document.positionAt(to + this.#shift),
    };
  }

  editOf({ span, text }: SpanEdit): TextEdit {
    return { range: this.rangeOf(span), newText: text };
  }

  diagnosticOf({ span, related, severity, ...finding }: Finding): Diagnostic {
    const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const relatedInformation = related?.map(({ uri, message }) => ({
      location: { uri, range: start },
      message,
    }));
    return {
      ...finding,
      severity: severities[severity],
      range: this.rangeOf(span),
      source: 'beckon',
      ...(relatedInformation ? { relatedInformation } : {}),
    };
  }
}
