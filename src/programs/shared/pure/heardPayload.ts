import type { HeardCall } from '../../../core/event/programEvents.ts';
import type { JsonObject } from '../../../core/text/jsonObject.ts';

/** A payload in the style of Claude Code with what is known of the event besides. */
export function heardPayload(
  payload: JsonObject,
  { event, env, as }: Pick<HeardCall, 'event' | 'env' | 'as'>,
): JsonObject {
  const { TMUX_PANE: pane, BECKON_AGENT: startedAs } = env;
  return {
    // An entry of an old form names no event; one that does is only right about its own.
    ...(event ? { hook_event_name: event } : {}),
    ...payload,
    ...(as ? { session_id: as.session } : {}),
    ...(as?.child === undefined ? {} : { agent_id: as.child }),
    ...(pane ? { tmux_pane: pane } : {}),
    ...(startedAs ? { started_as: startedAs } : {}),
  };
}

/** The conversation that a payload in the style of Claude Code names. */
export function sessionOf({ session_id: session }: JsonObject): string | undefined {
  return typeof session === 'string' && session !== '' ? session : undefined;
}
