import type { JsonObject } from '../text/jsonObject.ts';
import { agentKey } from './agentEvent.ts';

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
