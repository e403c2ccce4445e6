import { noProgram } from '../event/agentEvent.ts';
import type { Event } from '../event/event.ts';
import type { KnownRoster } from './rosterStep.ts';

/**
 * An event of an id without a program, as one of the conversation whose session that id is, where just one is known, also
 * as ended; any other event as it is.
 */
export function ofKnownAgent(known: Pick<KnownRoster, 'programOf'>, event: Event): Event {
  const program = event.program === noProgram ? known.programOf(event.session) : undefined;
  return program === undefined ? event : { ...event, program };
}
