import { CompletionItemKind } from 'vscode-languageserver-types';
import { knownTools, programsWith, toolsNamed } from '../core/hookrun/toolNames.ts';
import type { Span } from '../core/yaml/problem.ts';
import { toolMarkdown } from './keyMarkdown.ts';
import type { TextOffer } from './offer.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** One name in a regular expression for tools, and where in the value it is. */
export interface ToolWord {
  readonly name: string;
  readonly span: Span;
}

/** The name around a place of a value that is a regular expression; empty between two `|`. */
export function toolWordAt({ span: [from, to], quote, written }: YamlCursor, at: number): ToolWord {
  const first = quote === undefined ? 0 : 1;
  const last = quote !== undefined && written.length > 1 && written.endsWith(quote) ? to - 1 : to;
  const place = Math.min(Math.max(at, from + first), last) - from;
  const before = /[\w-]*$/u.exec(written.slice(first, place))?.[0].length ?? 0;
  const behind = /^[\w-]*/u.exec(written.slice(place, last - from))?.[0].length ?? 0;
  const span: Span = [from + place - before, from + place + behind];
  return { name: written.slice(span[0] - from, span[1] - from), span };
}

/** The tools of every program that can be named at a place of a value; not those that the value has already. */
export function toolOffers(cursor: YamlCursor, at: number): readonly TextOffer[] {
  const { span } = toolWordAt(cursor, at);
  const isInside = at >= span[0] && at <= span[1];
  if (!isInside) {
    return [];
  }
  const {
    span: [from],
    written,
  } = cursor;
  const rest = `${written.slice(0, span[0] - from)} ${written.slice(span[1] - from)}`;
  const others = new Set(rest.split(/[^\w-]+/u));
  const isCommon = (name: string) => toolsNamed(name).length > 0;
  return [...knownTools.filter(isCommon), ...knownTools.filter((name) => !isCommon(name))]
    .filter((name) => !others.has(name))
    .map((name) => ({
      label: name,
      kind: CompletionItemKind.Function,
      detail: isCommon(name) ? 'every program' : programsWith(name).join(', '),
      about: toolMarkdown(name),
      span,
    }));
}
