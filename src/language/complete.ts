import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import { areaAt } from './areaAt.ts';
import type { FileKind } from './fileKind.ts';
import { folderName, hookOffers } from './hookOffers.ts';
import type { TextOffer } from './offer.ts';
import { itemsOf } from './offer.ts';
import { runbookOffers } from './runbookOffers.ts';
import { wholeHooks } from './wholeHooks.ts';
import { offsetIn, yamlArea } from './yamlArea.ts';
import type { YamlCursor } from './yamlCursor.ts';
import { yamlCursor } from './yamlCursor.ts';

/** What can be written at a place of a HOOK.md: nothing outside of its front matter, and a whole hook where it has none. */
export function completeHook(
  document: TextDocument,
  position: Position,
  programs?: readonly ProgramPowers[],
): CompletionItem[] {
  const folder = folderName(document.uri);
  return yamlArea(document, 'hook')
    ? complete(document, position, 'hook', (cursor, at) => hookOffers(cursor, at, { folder, programs }))
    : wholeHooks(document, position, folder);
}

/** What can be written at a place of a runbook. */
export function completeRunbook(document: TextDocument, position: Position): CompletionItem[] {
  return complete(document, position, 'runbook', runbookOffers);
}

function complete(
  document: TextDocument,
  position: Position,
  kind: FileKind,
  offersAt: (cursor: YamlCursor, at: number) => readonly TextOffer[],
): CompletionItem[] {
  const offset = document.offsetAt(position);
  const area = areaAt(document, kind, offset);
  const at = area && offsetIn(area, offset, kind);
  const cursor = area && at !== undefined ? yamlCursor(area.yaml, at) : undefined;
  return area && at !== undefined && cursor ? itemsOf(offersAt(cursor, at), { document, area, cursor }) : [];
}
