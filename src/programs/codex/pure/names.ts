/** Codex in ids and paths. */
export const codex = 'codex';

/** Codex as its makers write it. */
export const codexName = 'Codex';
