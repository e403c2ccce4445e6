import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { heardPayload, sessionOf } from '../../shared/pure/heardPayload.ts';
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
  sessionOf,
  parse: (payload, call) => parseCodex(heardPayload(payload, call), call),
};

/**
 * Whether a process runs conversations: Codex on a terminal, or its server in the background, in which those of every
 * terminal go on when that is closed. What npm put before it is another process, and not one of them.
 */
export function isCodex([program = '', ...words]: readonly string[]): boolean {
  return /(?:^|[\\/])codex(?:\.exe)?$/u.test(program) && !words.includes('pid-update-loop');
}
