/** A place in a text: lines and columns from 1. A column counts UTF-16 units, as editors do. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text; the end is the place after its last character. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** What can be wrong with a runbook. */
export type ProblemCode =
  | 'runbook.syntax'
  | 'runbook.too-large'
  | 'runbook.too-deep'
  | 'runbook.unreadable'
  | 'runbook.not-utf8'
  | 'runbook.several-documents'
  | 'runbook.tag'
  | 'runbook.key'
  | 'runbook.duplicate-key'
  | 'runbook.merge-key'
  | 'runbook.unknown-alias'
  | 'runbook.alias-cycle'
  | 'runbook.alias-expansion'
  | 'runbook.nothing'
  | 'runbook.wrong-type'
  | 'runbook.empty-text'
  | 'runbook.empty-list'
  | 'runbook.unknown-key'
  | 'runbook.name'
  | 'runbook.same-name'
  | 'runbook.missing-run'
  | 'runbook.command-end'
  | 'runbook.missing-action'
  | 'runbook.unknown-action'
  | 'runbook.invalid-pair'
  | 'runbook.list-form'
  | 'runbook.gate-without-run'
  | 'runbook.run-without-gate'
  | 'runbook.no-effect'
  | 'runbook.attempts'
  | 'runbook.duration'
  | 'runbook.match'
  | 'runbook.unreachable'
  | 'runbook.missing-steps'
  | 'runbook.missing-name'
  | 'runbook.missing-agent'
  | 'runbook.unknown-agent'
  | 'runbook.duplicate-step'
  | 'runbook.nested-pipeline'
  | 'runbook.cycle';

/** One thing that is wrong with a runbook. An error keeps it from being used, a warning does not. */
export interface Problem {
  readonly code: ProblemCode;
  /** One sentence that says what to do; nothing in it is invisible, and it is one line. */
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly range: TextRange;
}

/** A stretch of a text by the numbers of its UTF-16 units: from, and up to. */
export type Span = readonly [from: number, to: number];

/** A problem before lines and columns are known. */
export interface Found extends Omit<Problem, 'range'> {
  readonly span: Span;
}

/** Takes a problem that a reader found. */
export type Report = (found: Found) => void;

/** A problem that keeps the runbook from being used. */
export function errorAt(span: Span, code: ProblemCode, message: string): Found {
  return { code, message, severity: 'error', span };
}

/** An error of the whole file, at its start. */
export function fileError(code: ProblemCode, message: string): Problem {
  const start = { line: 1, column: 1 };
  return { code, message, severity: 'error', range: { start, end: start } };
}

/** What is said of a runbook that is too large to be looked at. */
export const tooLargeMessage = 'Keep the runbook under 1 MB; it was not read.';

/** A problem that a person should know of. */
export function warningAt(span: Span, code: ProblemCode, message: string): Found {
  return { code, message, severity: 'warning', span };
}
