/** The agent program of every example of a runbook: what starts it, and its name. */
export const exampleProgram = { command: 'claude', name: 'Claude Code' } as const;
