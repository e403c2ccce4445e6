import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { parseClaudeCode } from './hookEvents.ts';
import { strangers } from './strangers.ts';

/** What only the payloads of others have: of VS Code's own agents, which leave no mark, of Cursor and of Grok. */
const foreignFields = ['timestamp', 'cursor_version', 'hookEventName'] as const;

/** How the events of Claude Code are read. */
export const events: ProgramEvents = {
  // What must wait for an answer waits always; the end of a turn only where somebody may refuse it.
  waits: {
    PermissionRequest: 'always',
    Stop: 'run',
    // Hooks that were made by hand count from the next session on.
    SessionStart: 'hooks CLAUDE_PROJECT_DIR',
  },
  told: ['CLAUDE_PID', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT'],
  strangers,
  pidVariable: 'CLAUDE_PID',
  confirmsPrompts: true,
  owns: (payload, env) => {
    // One that was inherited from the terminal of another agent names another session.
    if (env.CLAUDE_CODE_SESSION_ID !== undefined && env.CLAUDE_CODE_SESSION_ID === payload.session_id) {
      return true;
    }
    return foreignFields.some((field) => field in payload) ? false : undefined;
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
