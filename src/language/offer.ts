import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import { InsertTextFormat, InsertTextMode } from 'vscode-languageserver-types';
import type { Span } from '../core/yaml/problem.ts';
import type { YamlArea } from './yamlArea.ts';
import { rangeIn } from './yamlArea.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** Something that can be written at a place. */
export interface TextOffer {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The body of a snippet; without one the label is what is written. */
  readonly body?: string;
  readonly detail?: string | undefined;
  /** More about it, in Markdown. */
  readonly about?: string | undefined;
  /** A part of what is written at the place, where only that is replaced. */
  readonly span?: Span | undefined;
  /** Another word that finds it. */
  readonly alias?: string | undefined;
  /** What is typed may be anything. */
  readonly fitsAll?: true;
}

/** A text in which nothing means something to a snippet. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/gu, '\\$&');
}

/** A place that a snippet leaves open, with what stands there first. */
export function hole(number: number, text: string): string {
  return `\${${number}:${snippetText(text)}}`;
}

/** Words to choose from, as a snippet writes them: only bars, commas and backslashes are written otherwise there. */
export function choice(number: number, words: readonly string[]): string {
  return `\${${number}|${words.map((word) => word.replace(/[\\,|]/gu, '\\$&')).join(',')}|}`;
}

/** The offers as items of a completion, in their order. */
export function itemsOf(
  offers: readonly TextOffer[],
  { document, area, cursor }: { document: TextDocument; area: YamlArea; cursor: YamlCursor },
): CompletionItem[] {
  return offers.map((offer, at) => {
    const { label, kind, detail, about, span = cursor.span } = offer;
    const range = rangeIn(document, area, span);
    return {
      label,
      kind,
      ...(detail === undefined ? {} : { detail }),
      ...(about === undefined ? {} : { documentation: { kind: 'markdown' as const, value: about } }),
      sortText: String(at).padStart(3, '0'),
      filterText: filterText(offer, cursor, area.yaml.slice(...span)),
      textEdit: { range, newText: textOf(offer, cursor) },
      ...(offer.body === undefined
        ? { insertTextFormat: InsertTextFormat.PlainText }
        : {
            insertTextFormat: InsertTextFormat.Snippet,
            insertTextMode: InsertTextMode.asIs,
          }),
    };
  });
}

function textOf(
  { label, body = label }: TextOffer,
  { needsSpace, needsDash, column, role }: YamlCursor,
): string {
  const start = `${needsSpace ? ' ' : ''}${needsDash && role === 'key' ? '- ' : ''}`;
  // An editor would move the lines in by itself, but with tabs where it is told so; YAML takes none.
  const more = role === 'key' ? ' '.repeat(column + start.length) : '';
  return `${start}${body.replaceAll('\n', `\n${more}`)}`;
}

/** An editor compares this with what stands at the range: its quote belongs to that, and `_` is typed for `-`. */
function filterText(
  { label, alias, span, fitsAll }: TextOffer,
  { quote = '' }: YamlCursor,
  written: string,
): string {
  if (fitsAll) {
    return written === '' ? label : written;
  }
  const other = label.includes('-') ? label.replaceAll('-', '_') : label.replaceAll('_', '-');
  const words = [label, ...(other === label ? [] : [other]), ...(alias === undefined ? [] : [alias])];
  return `${span === undefined ? quote : ''}${words.join(' ')}`;
}
