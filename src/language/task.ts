import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import { diagnoseHook } from './diagnoseHook.ts';
import { diagnoseRunbook } from './diagnoseRunbook.ts';
import type { FileKind } from './fileKind.ts';
import { fixAll, fixProblems } from './fixProblems.ts';
import { formatYaml } from './formatYaml.ts';
import { foldsOf, symbolsOf } from './outline.ts';
import { yamlArea } from './yamlArea.ts';

/** What a task is about. */
export interface TaskSubject {
  readonly document: TextDocument;
  readonly kind: FileKind;
  readonly around?: HookSurroundings | undefined;
  /** The problems that are to be fixed. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** The agent programs that there are: what a runbook wants of them is looked at only where they are said. */
  readonly programs?: readonly RunbookProgram[] | undefined;
}

/** What reads all of a text at once, and takes long where the text is long. */
export const tasks = {
  diagnose,
  fix: ({ document, around, diagnostics = [], programs }: TaskSubject) =>
    fixProblems(document, diagnostics, around, programs),
  fixAll: (subject: TaskSubject) =>
    fixAll(subject.document, diagnose(subject), subject.around, subject.programs) ?? null,
  fold: ({ document, kind }: TaskSubject) => foldsOf(document, kind),
  format: ({ document, kind }: TaskSubject) => formatYaml(document, kind),
  outline: ({ document, kind }: TaskSubject) => symbolsOf(document, kind),
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;

/** What a task gives; it is plain data. */
export type TaskResult<Name extends TaskName> = ReturnType<(typeof tasks)[Name]>;

function diagnose({ document, kind, around, programs }: TaskSubject): Diagnostic[] {
  return kind === 'runbook' ? diagnoseRunbook(document, around, programs) : diagnoseHook(document, around);
}

/** As much YAML as is read in a few hundredths of a second. */
const mostAtOnce = 20_000;

/** Whether whoever types would notice that a task is done about a file. */
export function takesLong(document: TextDocument, kind: FileKind): boolean {
  return (yamlArea(document, kind)?.yaml.length ?? 0) > mostAtOnce;
}
