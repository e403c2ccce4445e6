import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import { runbookFindings } from './runbookFindings.ts';
import { SourceText } from './sourceText.ts';

/** Everything that is wrong with a runbook. */
export function diagnoseRunbook(document: TextDocument): Diagnostic[] {
  const source = new SourceText(document);
  return runbookFindings(source.text).map((finding) => source.diagnosticOf(finding));
}
