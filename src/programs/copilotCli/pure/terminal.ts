import type { ProgramTyping } from '../../../core/run/programTerminal.ts';

/** What Copilot CLI takes in its terminal. */
export const typing: ProgramTyping = {
  pasted: (line) => `\u001b[200~${line}\u001b[201~`,
};
