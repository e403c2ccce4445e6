import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { CompletionItemKind, InsertTextFormat, InsertTextMode, TextEdit } from 'vscode-languageserver-types';
import { hookTemplates } from '../core/hookfile/hookTemplates.ts';
import { hole, snippetText } from './offer.ts';

/** Stands for the name until the rest is made harmless. */
const slot = 'name-of-the-hook';

/**
 * A whole HOOK.md for each usual pattern, at a place where only a word is written so far. Empty lines before it are
 * taken out: front matter starts with the first line.
 */
export function wholeHooks(
  document: TextDocument,
  position: Position,
  folder: string | undefined,
): CompletionItem[] {
  const offset = document.offsetAt(position);
  const text = document.getText();
  const before = text.slice(0, offset);
  const word = /[\w-]*$/u.exec(before.slice(-100))?.[0] ?? '';
  const from = offset - word.length;
  const isFirst = /^\uFEFF?\s*$/u.test(text.slice(0, from));
  if (!isFirst || text.slice(from).trim().length > word.length) {
    return [];
  }
  const start = text.startsWith('\uFEFF') && from > 0 ? 1 : 0;
  const range = { start: document.positionAt(from), end: document.positionAt(offset) };
  const blank = { start: document.positionAt(start), end: range.start };
  return hookTemplates.map(({ id, about, files }, at) => {
    const whole = snippetText(files(slot).hook);
    const name = hole(1, folder ?? 'my-hook');
    return {
      label: id,
      kind: CompletionItemKind.Snippet,
      detail: about,
      sortText: String(at).padStart(3, '0'),
      filterText: word === '' ? id : `${word} ${id}`,
      textEdit: TextEdit.replace(
        range,
        whole.replace(slot, () => name),
      ),
      ...(from > start ? { additionalTextEdits: [TextEdit.del(blank)] } : {}),
      insertTextFormat: InsertTextFormat.Snippet,
      insertTextMode: InsertTextMode.asIs,
    };
  });
}
