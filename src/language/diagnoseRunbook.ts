import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import { runbookFindings } from './runbookFindings.ts';
import { SourceText } from './sourceText.ts';

/** Everything that is wrong with a runbook: with its bytes and for its programs, too, where these are known. */
export function diagnoseRunbook(
  document: TextDocument,
  around?: HookSurroundings,
  programs?: readonly RunbookProgram[],
): Diagnostic[] {
  const source = new SourceText(document);
  return runbookFindings(source.text, around, programs).map((finding) => source.diagnosticOf(finding));
}
