import type { JsonObject } from '../text/jsonObject.ts';
import { agentKey } from './agentEvent.ts';
import { promptKindOfTool } from './promptType.ts';

/** A short word for an event of Claude Code, for an entry that a person wrote. */
export interface HookCommand {
  /** The event it stands for. */
  readonly event: string;
  /** Whether a payload is one it is about; every other is passed over. */
  readonly isAbout: (payload: JsonObject) => boolean;
  /** Whether hooks may hold the agent there. The others must not say anything to it. */
  readonly answers: boolean;
}

const notices: readonly unknown[] = ['idle_prompt', 'permission_prompt'];

/** The words, and what each stands for. */
export const hookCommands: ReadonlyMap<string, HookCommand> = new Map<string, HookCommand>([
  [
    'notify',
    {
      event: 'Notification',
      isAbout: ({ notification_type }) => notices.includes(notification_type),
      answers: false,
    },
  ],
  [
    'pretooluse',
    {
      event: 'PreToolUse',
      isAbout: ({ tool_name }) => promptKindOfTool(String(tool_name)) !== undefined,
      answers: false,
    },
  ],
  ['stop', { event: 'Stop', isAbout: () => true, answers: true }],
]);

/**
 * The payload as one of the agent that `id` names; as it came where that names nobody, and `undefined` where the payload
 * names nobody either. Its own session stays in it, for hooks.
 */
export function payloadOf(id: string | undefined, payload: JsonObject): JsonObject | undefined {
  const named = id === undefined ? undefined : agentKey(id);
  if (named) {
    return { session_id: named.session, ...payload, beckon_agent: id };
  }
  return typeof payload.session_id === 'string' ? payload : undefined;
}
