import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic, Range, TextEdit } from 'vscode-languageserver-types';
import type { Span } from '../core/yaml/problem.ts';
import type { Finding } from './finding.ts';
import type { SpanEdit } from './spanEdit.ts';

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

  diagnosticOf({ span, related, ...finding }: Finding): Diagnostic {
    const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const relatedInformation = related?.map(({ uri, message }) => ({
      location: { uri, range: start },
      message,
    }));
    return {
      ...finding,
      range: this.rangeOf(span),
      source: 'beckon',
      ...(relatedInformation ? { relatedInformation } : {}),
    };
  }
}
