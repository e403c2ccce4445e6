/** Copilot CLI in ids and paths. */
export const copilotCli = 'copilot-cli';

/** Copilot CLI as people call it. */
export const copilotCliName = 'Copilot CLI';
