import type { PromptKind } from '../../../core/event/ask.ts';
import type { Event } from '../../../core/event/event.ts';
import type { HookDialect } from '../../shared/pure/hookEvents.ts';
import { parseHookEvent } from '../../shared/pure/hookEvents.ts';
import { codex } from './names.ts';

const dialect: HookDialect = {
  program: codex,
  kindOfTool,
  editableField: () => undefined,
  notices: new Map(),
  startsPrompted: true,
  // What a subagent does comes under the id of its conversation, and so does what that told it.
  isInjected: ({ agent_id }) => agent_id !== undefined,
};

/**
 * Codex asks only in plan mode. Elsewhere it refuses the call at once and says nothing of that: the next event shows it.
 */
function kindOfTool(tool: string): PromptKind | undefined {
  return tool === 'request_user_input' ? 'question' : undefined;
}

/** What a hook payload of Codex says happened. */
export function parseCodex(payload: unknown, head: { id: string; at: number }): Event | undefined {
  return parseHookEvent(payload, head, dialect);
}
