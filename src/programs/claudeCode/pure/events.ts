import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { heardPayload, sessionOf } from '../../shared/pure/heardPayload.ts';
import { parseClaudeCode } from './hookEvents.ts';
import { strangers } from './strangers.ts';

/** What only the payloads of others have: of VS Code's own agents, which leave no mark, of Cursor and of Grok. */
const foreignFields = ['timestamp', 'cursor_version', 'hookEventName'] as const;

/** Where Claude Code writes a conversation, in whichever folder it has its files. Others keep theirs elsewhere. */
const transcript = /[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/u;

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
    const { transcript_path: path } = payload;
    const isForeign =
      foreignFields.some((field) => field in payload) ||
      (typeof path === 'string' && path !== '' && !transcript.test(path));
    return isForeign ? false : undefined;
  },
  sessionOf,
  parse: (payload, call) => {
    const { pid, env } = call;
    const { BECKON_AGENT: _, CLAUDE_CODE_ENTRYPOINT: entrypoint, ...inherited } = env;
    // What runs inside of an agent inherits its variables: only the agent's own relay says by which door it came.
    return pid === undefined
      ? parseClaudeCode(heardPayload(payload, { ...call, env: inherited }), call)
      : parseClaudeCode({ ...heardPayload(payload, call), pid, ...(entrypoint ? { entrypoint } : {}) }, call);
  },
};
