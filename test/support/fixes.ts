import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import type { HookSurroundings } from '../../src/core/hookrun/surroundings.ts';
import { diagnoseHook } from '../../src/language/diagnoseHook.ts';
import { diagnoseRunbook } from '../../src/language/diagnoseRunbook.ts';
import { fixProblems } from '../../src/language/fixProblems.ts';
import { runbookPrograms } from '../../src/programs/runbookPrograms.ts';

/** Everything that is told of a document. */
export function diagnose(document: TextDocument, around?: HookSurroundings): readonly Diagnostic[] {
  return document.uri.endsWith('HOOK.md')
    ? diagnoseHook(document, around)
    : diagnoseRunbook(document, around, runbookPrograms);
}

/** The document after an action that changes its text; nothing for other actions. */
export function applied(document: TextDocument, { edit }: CodeAction): TextDocument | undefined {
  const edits = edit?.changes?.[document.uri];
  return edits && TextDocument.create(document.uri, 'x', 2, TextDocument.applyEdits(document, edits));
}

const nameOf = ({ code, message }: Diagnostic) => `${code} ${message}`;

/** How many of the diagnostics say the same as one. */
export function countOf(diagnostics: readonly Diagnostic[], one: Diagnostic): number {
  return diagnostics.filter((other) => nameOf(other) === nameOf(one)).length;
}

/** The errors that were not there before. */
export function newErrors(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly string[] {
  return after.filter((one) => one.severity === 1 && countOf(after, one) > countOf(before, one)).map(nameOf);
}

/** The first fix of a code: its title, whether it is preferred, and the text after it. */
export function firstFix(document: TextDocument, code: string, around?: HookSurroundings) {
  const diagnostic = diagnose(document, around).find((one) => one.code === code);
  const [action] = fixProblems(document, diagnostic ? [diagnostic] : [], around, runbookPrograms);
  return action && { title: action.title, text: applied(document, action)?.getText() };
}
