import type { ProgramTyping } from '../../../core/run/programTerminal.ts';

/** What Codex takes in its terminal: what is pasted stands in its input until it is sent. */
export const typing: ProgramTyping = {
  pasted: (line) => `\u001b[200~${line}\u001b[201~`,
};
