import type { RelayRules } from './relayRules.ts';

/** What the relay of Claude Code has to know. */
export const claudeCodeRelay: RelayRules = {
  program: 'claude-code',
  waits: {
    PermissionRequest: 'always',
    // Whom Beckon started is told at the end of a turn whether there is more to do.
    Stop: 'run',
    // Hooks that were made by hand count from the next session on.
    SessionStart: 'hooks CLAUDE_PROJECT_DIR',
  },
  told: [
    'CLAUDE_PID',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_ENTRYPOINT',
    // The marks of other programs, which read its settings too.
    'COPILOT_CLI',
    'COPILOT_PROJECT_DIR',
    'GEMINI_SESSION_ID',
    'QWEN_CODE_SESSION_ID',
    'CURSOR_VERSION',
    'CODEX_HOME',
    'CODEX_MANAGED_BY_NPM',
    'FACTORY_PROJECT_DIR',
  ],
};
