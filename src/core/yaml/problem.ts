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

/** What can be wrong with any text in YAML. */
export type YamlCode =
  | 'syntax'
  | 'too-deep'
  | 'several-documents'
  | 'tag'
  | 'key'
  | 'duplicate-key'
  | 'merge-key'
  | 'unknown-alias'
  | 'alias-cycle'
  | 'alias-expansion'
  | 'wrong-type'
  | 'empty-text'
  | 'unknown-key'
  | 'name';

/** How much a problem matters: an error keeps a text from being used, the others do not. */
export type Severity = 'error' | 'warning';

/** One thing that is wrong with a text, by a code such as `runbook.syntax`. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  /** One sentence that says what to do; nothing in it is invisible, and it is one line. */
  readonly message: string;
  readonly severity: Severity;
  readonly range: TextRange;
}

/** A stretch of a text by the numbers of its UTF-16 units: from, and up to. */
export type Span = readonly [from: number, to: number];

/** A problem before lines and columns are known, and before it is known what kind of file it is in. */
export interface Found<Code extends string = string> extends Omit<Problem, 'range' | 'code'> {
  readonly code: Code;
  readonly span: Span;
}

/** Takes a problem that a reader found. */
export type Report<Code extends string = YamlCode> = (found: Found<Code>) => void;

/** A problem that keeps a text from being used. */
export function errorAt<Code extends string>(span: Span, code: Code, message: string): Found<Code> {
  return { code, message, severity: 'error', span };
}

/** A problem that a person should know of. */
export function warningAt<Code extends string>(span: Span, code: Code, message: string): Found<Code> {
  return { code, message, severity: 'warning', span };
}
