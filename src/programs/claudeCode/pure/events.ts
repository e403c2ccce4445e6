import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { parseClaudeCode } from './hookEvents.ts';

/** How the events of Claude Code are read. */
export const events: ProgramEvents = {
  // What must wait for an answer waits always; the end of a turn only where somebody may refuse it.
  waits: {
    PermissionRequest: 'always',
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
  pidVariable: 'CLAUDE_PID',
  confirmsPrompts: true,
  // VS Code's own agents leave no mark, but stamp their payloads, which Claude Code does not.
  // A session they inherited from a terminal of Claude Code is not their own.
  owns: (payload, env) => {
    const own = env.CLAUDE_CODE_SESSION_ID;
    return !('timestamp' in payload) || (own !== undefined && own === payload.session_id);
  },
  sessionOf: ({ session_id: session }) =>
    typeof session === 'string' && session !== '' ? session : undefined,
  parse: (payload, { id, at, event, pid, env, as }) => {
    const { TMUX_PANE: pane, CLAUDE_CODE_ENTRYPOINT: entrypoint, BECKON_AGENT: startedAs } = env;
    return parseClaudeCode(
      {
        // An entry of an old form names no event; one that does is only right about its own.
        ...(event ? { hook_event_name: event } : {}),
        ...payload,
        ...(as ? { session_id: as.session } : {}),
        ...(as?.child === undefined ? {} : { agent_id: as.child }),
        ...(pid === undefined ? {} : { pid }),
        ...(pane ? { tmux_pane: pane } : {}),
        // What runs inside of an agent inherits its variables: only the agent's own relay says by which door it came.
        ...(pid !== undefined && entrypoint ? { entrypoint } : {}),
        ...(pid !== undefined && startedAs ? { started_as: startedAs } : {}),
      },
      { id, at },
    );
  },
};
