/** The script of a hook, as far as whoever writes the hook should know. */
export interface ScriptFacts {
  /** The name of its file in `scripts`. */
  readonly name: string;
  readonly isExecutable: boolean;
  /** What it is by its first bytes: a text with or without a line for its program, or a program itself. */
  readonly kind: 'shebang' | 'plain' | 'binary';
  /** The program that its first line names, where that is not there or may not be run. */
  readonly missing?: string;
  /** The beginning of a text; empty where it is none. */
  readonly text: string;
}
