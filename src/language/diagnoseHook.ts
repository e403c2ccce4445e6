import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import { hookFindings } from '../core/findings/hookFindings.ts';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { SourceText } from './sourceText.ts';

/** Everything that is wrong with a HOOK.md, and with what is around it where that is known. */
export function diagnoseHook(document: TextDocument, around?: HookSurroundings): Diagnostic[] {
  const source = new SourceText(document);
  return hookFindings(source.text, around).map((finding) => source.diagnosticOf(finding));
}
