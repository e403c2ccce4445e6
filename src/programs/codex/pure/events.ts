import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { parseCodex } from './hookEvents.ts';

/** How the events of Codex are read. */
export const events: ProgramEvents = {
  waits: { PermissionRequest: 'always', Stop: 'run' },
  told: [],
  // All that its tools start has this one. What it starts as a hook has nothing of its own.
  marks: ['CODEX_THREAD_ID'],
  confirmsPrompts: false,
  isProcess: isCodex,
  // Nobody else reads its settings.
  owns: () => true,
  sessionOf: ({ session_id: session }) =>
    typeof session === 'string' && session !== '' ? session : undefined,
  parse: (payload, { id, at, event, env, as }) => {
    const { TMUX_PANE: pane, BECKON_AGENT: startedAs } = env;
    return parseCodex(
      {
        ...(event ? { hook_event_name: event } : {}),
        ...payload,
        ...(as ? { session_id: as.session } : {}),
        ...(as?.child === undefined ? {} : { agent_id: as.child }),
        ...(pane ? { tmux_pane: pane } : {}),
        ...(startedAs ? { started_as: startedAs } : {}),
      },
      { id, at },
    );
  },
};

/**
 * Whether a process runs conversations: Codex on a terminal, or its server in the background, in which those of every
 * terminal go on when that is closed. What npm put before it is another process, and not one of them.
 */
export function isCodex([program = '', ...words]: readonly string[]): boolean {
  return /(?:^|[\\/])codex(?:\.exe)?$/u.test(program) && !words.includes('pid-update-loop');
}
