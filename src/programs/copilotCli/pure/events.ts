import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { parseCopilot } from './hookEvents.ts';
import { familyOf } from './hookPayload.ts';

/** How the events of Copilot CLI are read. */
export const events: ProgramEvents = {
  waits: {
    permissionRequest: 'always',
    agentStop: 'run',
    // Hooks that were made by hand count from the next session on.
    sessionStart: 'hooks COPILOT_PROJECT_DIR',
  },
  told: ['COPILOT_HOME'],
  marks: ['COPILOT_CLI', 'COPILOT_PROJECT_DIR'],
  alsoRuns: ['claude-code'],
  confirmsPrompts: false,
  isProcess: ([program = '']) => /(?:^|[\\/])copilot(?:\.exe)?$/u.test(program),
  // VS Code runs these entries too, for agents of its own, and has other names for all of that; older ones had this name,
  // and the time as a text.
  owns: ({ sessionId, timestamp }) => typeof sessionId === 'string' && typeof timestamp !== 'string',
  sessionOf: ({ sessionId, agentId, parentAgentId }) =>
    typeof sessionId === 'string' && sessionId !== ''
      ? familyOf({
          sessionId,
          ...(typeof agentId === 'string' ? { agentId } : {}),
          ...(typeof parentAgentId === 'string' ? { parentAgentId } : {}),
        }).session
      : undefined,
  parse: (payload, call) => {
    const { as } = call;
    const { agentId: _, parentAgentId: _parent, ...own } = payload;
    return parseCopilot(
      as
        ? { ...own, sessionId: as.session, ...(as.child === undefined ? {} : { agentId: as.child }) }
        : payload,
      call,
    );
  },
};
