import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position, TextEdit } from 'vscode-languageserver-types';

/** A document, and the place of the bar in its text. */
export interface MarkedDocument {
  readonly document: TextDocument;
  readonly position: Position;
}

/** A text with a bar at the place that is meant, as a document without the bar. */
export function markedDocument(
  marked: string,
  uri = 'file:///w/.agents/hooks/no-danger/HOOK.md',
): MarkedDocument {
  const at = marked.indexOf('¦');
  const text = at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1);
  const document = TextDocument.create(uri, 'markdown', 1, text);
  return { document, position: document.positionAt(Math.max(0, at)) };
}

/** The text after an item was accepted, its snippet as it stands. */
export function accepted(document: TextDocument, item: CompletionItem | undefined): string {
  const edits = [item?.textEdit as TextEdit, ...(item?.additionalTextEdits ?? [])];
  return TextDocument.applyEdits(document, edits);
}

/** A snippet with the first of each choice, and what stands in its places. */
export function filled(text: string): string {
  return text
    .replace(/\$\{\d\|((?:\\.|[^,|\\])*)(?:,(?:\\.|[^|\\])*)?\|\}/gu, '$1')
    .replace(/\$\{\d:((?:\\.|[^}\\])*)\}/gu, '$1')
    .replace(/\$\d/gu, 'x')
    .replace(/\\([\\$}|,])/gu, '$1');
}
