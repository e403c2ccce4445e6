import type { JsonObject } from '../text/jsonObject.ts';
import { agentKey } from './agentEvent.ts';

/** The payload as one of the agent that `id` names; `undefined` where that names nobody. Its own session stays in it. */
export function namedPayload(id: string, payload: JsonObject): JsonObject | undefined {
  return agentKey(id) && { ...payload, beckon_agent: id };
}

/** The conversation of the agent that whoever called named. */
export function namedSession({ beckon_agent: id }: JsonObject): string | undefined {
  return typeof id === 'string' ? agentKey(id)?.session : undefined;
}
