/** Claude Code in ids and paths. */
export const claudeCode = 'claude-code';

/** Claude Code as its makers write it. */
export const claudeCodeName = 'Claude Code';
