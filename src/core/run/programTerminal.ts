/** What an agent program takes in its terminal. */
export interface ProgramTyping {
  /** Puts away what the person has half written; the program brings that back after the next message. */
  readonly stash?: { readonly keys: string; readonly waitMs: number };
  /** A text as the program takes it for text, also where letters are commands. */
  readonly pasted?: (line: string) => string;
}

/** What is typed of a text: a line end would send the first part of it. */
export function typedLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** The panel of a program's own extension for VS Code, which has no terminal. */
export interface ProgramPanel {
  /** How an agent says that it was started there. */
  readonly entrypoint: string;
  /** The id of the extension. */
  readonly extension: string;
  /** What opens a conversation there. */
  readonly link: (session: string) => { readonly path: string; readonly query: string };
}
