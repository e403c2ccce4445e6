import type { AgentProgram } from '../node/programNode.ts';

/** Where a command runs: what it may read, and where it writes, line by line. */
export interface Console {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who started this program. */
  readonly ppid: number;
  /** The agent programs that are known; the first is meant where a command names none. */
  readonly programs: readonly AgentProgram[];
  /** All of standard input, as far as it comes within a few seconds. */
  readonly input: () => Promise<string>;
  /** Set where a person looks at a terminal: how large it is, and how to draw on it. */
  readonly screen?: {
    readonly columns: () => number;
    readonly rows: () => number;
    readonly draw: (text: string) => void;
  };
  /**
   * Resolves when the person, or the system, asks the program to end. Until it is called, and where it is not called
   * again right after, that ends it at once.
   */
  readonly stopped: () => Promise<string>;
}

/** 0: fine. 1: a finding or a refusal. 2: the words of the call are off. */
export type ExitCode = 0 | 1 | 2;
