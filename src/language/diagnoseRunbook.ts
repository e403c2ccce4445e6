import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { runbookFindings } from './runbookFindings.ts';
import { SourceText } from './sourceText.ts';

/** Everything that is wrong with a runbook, and with its bytes where that is known. */
export function diagnoseRunbook(document: TextDocument, around?: HookSurroundings): Diagnostic[] {
  const source = new SourceText(document);
  return runbookFindings(source.text, around).map((finding) => source.diagnosticOf(finding));
}
