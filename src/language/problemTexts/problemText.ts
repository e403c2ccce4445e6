/** What the page of problems says about one. */
export interface ProblemText {
  /** How much it matters. */
  readonly level:
    | 'Error'
    | 'Warning'
    | 'Information'
    | 'Hint'
    | 'Error or warning'
    | 'Warning or information';
  /** What it means. */
  readonly what: string;
  /** Lines that have it: of front matter, or a whole runbook. */
  readonly wrong?: string;
  /** The same lines without it. */
  readonly right?: string;
  /** What to do about it. */
  readonly fix: string;
}
