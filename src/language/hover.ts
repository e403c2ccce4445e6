import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Hover, Position } from 'vscode-languageserver-types';
import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import { areaAt } from './areaAt.ts';
import type { FileKind } from './fileKind.ts';
import type { Known } from './hookHover.ts';
import { hookHover } from './hookHover.ts';
import { runbookHover } from './runbookHover.ts';
import { offsetIn, rangeIn } from './yamlArea.ts';
import type { YamlCursor } from './yamlCursor.ts';
import { yamlCursor } from './yamlCursor.ts';

/** What is to be known about a place in the front matter of a HOOK.md; `programs` are those in use there. */
export function hoverHook(
  document: TextDocument,
  position: Position,
  programs?: readonly ProgramPowers[],
): Hover | undefined {
  return hover(document, position, 'hook', (cursor, at) => hookHover(cursor, at, programs));
}

/** What is to be known about a place in a runbook. */
export function hoverRunbook(document: TextDocument, position: Position): Hover | undefined {
  return hover(document, position, 'runbook', (cursor, _, text) => runbookHover(cursor, text));
}

function hover(
  document: TextDocument,
  position: Position,
  kind: FileKind,
  knownAt: (cursor: YamlCursor, at: number, text: string) => Known | undefined,
): Hover | undefined {
  const offset = document.offsetAt(position);
  const area = areaAt(document, kind, offset);
  const at = area && offsetIn(area, offset, kind);
  const cursor = area && at !== undefined ? yamlCursor(area.yaml, at) : undefined;
  const known = area && at !== undefined && cursor ? knownAt(cursor, at, area.yaml) : undefined;
  return area && cursor && known
    ? {
        contents: { kind: 'markdown', value: known.about },
        range: rangeIn(document, area, known.span ?? cursor.span),
      }
    : undefined;
}
