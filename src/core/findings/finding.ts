import type { HookCode } from '../hookfile/problem.ts';
import type { RunbookCode } from '../runbook/problem.ts';
import type { Problem, Severity, Span } from '../yaml/problem.ts';
import type { TextLines } from '../yaml/textLines.ts';

/** What only whoever writes a hook is told: it is not wrong. */
export type AdviceCode = 'trigger-alias' | 'priority-clash' | 'program-limit';

/** The code of everything that a file can be told of. */
export type FindingCode = `hook.${HookCode | AdviceCode}` | `runbook.${RunbookCode}`;

/** One thing to be told about a text, before it is known where lines begin. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  /** The last two are advice. */
  readonly severity: Severity | 'information' | 'hint';
  /** Where it is in the text, which has no byte order mark. */
  readonly span: Span;
  /** Other files that it is about. */
  readonly related?: readonly { readonly uri: string; readonly message: string }[];
}

/** Problems that a reader of core found. */
export function findingsOf(problems: readonly Problem<FindingCode>[], lines: TextLines): readonly Finding[] {
  return problems.map(({ code, message, severity, range }) => ({
    code,
    message,
    severity,
    span: lines.spanOf(range),
  }));
}

/** A text for a reader of core, which takes one byte order mark away: a second one is a part of the text. */
export function withMark(text: string): string {
  return `\uFEFF${text}`;
}

/** Whether it keeps the file from being used. */
export function isError({ severity }: Finding): boolean {
  return severity === 'error';
}
