import type { Problem as AnyProblem, Found, Report, YamlCode } from '../yaml/problem.ts';

/** What can be wrong with a runbook. */
export type RunbookCode =
  | YamlCode
  | 'too-large'
  | 'unreadable'
  | 'not-utf8'
  | 'nothing'
  | 'empty-list'
  | 'same-name'
  | 'missing-run'
  | 'command-end'
  | 'missing-action'
  | 'unknown-action'
  | 'invalid-pair'
  | 'list-form'
  | 'gate-without-run'
  | 'run-without-gate'
  | 'no-effect'
  | 'attempts'
  | 'duration'
  | 'match'
  | 'unreachable'
  | 'program-prompt'
  | 'program-action'
  | 'starts-over'
  | 'answers-off'
  | 'missing-steps'
  | 'missing-name'
  | 'missing-agent'
  | 'unknown-agent'
  | 'duplicate-step'
  | 'nested-pipeline'
  | 'cycle';

/** One thing that is wrong with a runbook. An error keeps it from being used, a warning does not. */
export type RunbookProblem = AnyProblem<`runbook.${RunbookCode}`>;

/** A problem before lines and columns are known. */
export type RunbookFound = Found<RunbookCode>;

/** Takes a problem that a reader found. */
export type RunbookReport = Report<RunbookCode>;

/** An error of the whole file, at its start. */
export function fileError(code: RunbookCode, message: string): RunbookProblem {
  const start = { line: 1, column: 1 };
  return { code: `runbook.${code}`, message, severity: 'error', range: { start, end: start } };
}

/** What is said of a runbook that is too large to be looked at. */
export const tooLargeMessage = 'Keep the runbook under 1 MB; it was not read.';
