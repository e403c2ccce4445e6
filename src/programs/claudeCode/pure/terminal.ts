import type { ProgramPanel, ProgramTyping } from '../../../core/run/programTerminal.ts';

/** What Claude Code takes in its terminal. Letters may be commands in it, as those of vim. */
export const typing: ProgramTyping = {
  stash: { keys: '\u0013', waitMs: 200 },
  pasted: (line) => `\u001b[200~${line}\u001b[201~`,
};

/** The panel of Claude Code's own extension. */
export const panel: ProgramPanel = {
  entrypoint: 'claude-vscode',
  extension: 'anthropic.claude-code',
  link: (session) => ({ path: '/open', query: `session=${encodeURIComponent(session)}` }),
};
