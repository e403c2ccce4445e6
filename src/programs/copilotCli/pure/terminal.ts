import type { ProgramTyping } from '../../../core/run/programTerminal.ts';

/** What Copilot CLI takes in its terminal. */
export const typing: ProgramTyping = {
  stash: { keys: '\u0013', waitMs: 200 },
  pasted: (line) => `\u001b[200~${line}\u001b[201~`,
};
