import { agentKey, noProgram } from '../event/agentEvent.ts';
import type { Event } from '../event/event.ts';
import type { AgentsState } from './agentsState.ts';

/**
 * An event of an id without a program, as one of the conversation whose session that id is, where just one is known, also
 * as ended; any other event as it is.
 */
export function ofKnownAgent({ agents, tombstones }: AgentsState, event: Event): Event {
  if (event.program !== noProgram) {
    return event;
  }
  const programs = [...agents.keys(), ...tombstones.keys()].flatMap((id) => {
    const key = agentKey(id);
    const isMeant = key?.session === event.session && !key.child && key.program !== noProgram;
    return isMeant ? [key.program] : [];
  });
  const [program, ...others] = new Set(programs);
  return program === undefined || others.length > 0 ? event : { ...event, program };
}
