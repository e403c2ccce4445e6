import type { DiagnosticSeverity } from 'vscode-languageserver-types';
import type { HookCode } from '../core/hookfile/problem.ts';
import type { RunbookCode } from '../core/runbook/problem.ts';
import type { Problem, Span } from '../core/yaml/problem.ts';
import type { TextLines } from '../core/yaml/textLines.ts';

/** What only whoever writes a hook is told: it is not wrong. */
export type AdviceCode = 'older-trigger' | 'priority-clash';

/** The code of everything that a file can be told of. */
export type FindingCode = `hook.${HookCode | AdviceCode}` | `runbook.${RunbookCode}`;

/** One thing to be told about a text, before it is known where lines begin. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  readonly severity: DiagnosticSeverity;
  /** Where it is in the text, which has no byte order mark. */
  readonly span: Span;
  /** Other files that it is about. */
  readonly related?: readonly { readonly uri: string; readonly message: string }[];
}

const severities = { error: 1, warning: 2 } as const;

/** Problems that a reader of core found. */
export function findingsOf(problems: readonly Problem<FindingCode>[], lines: TextLines): readonly Finding[] {
  return problems.map(({ code, message, severity, range }) => ({
    code,
    message,
    severity: severities[severity],
    span: lines.spanOf(range),
  }));
}

/** A text for a reader of core, which takes one byte order mark away: a second one is a part of the text. */
export function withMark(text: string): string {
  return `\uFEFF${text}`;
}

/** Whether it keeps the file from being used. */
export function isError({ severity }: Finding): boolean {
  return severity === severities.error;
}
