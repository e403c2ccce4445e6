import type { RelayRules } from '../wire/relayRules.ts';
import type { EventProgram } from './programEvents.ts';

/** What the relay of a program has to know. */
export function relayRulesOf({ id, events }: Pick<EventProgram, 'id' | 'events'>): RelayRules {
  return { program: id, waits: events.waits, told: events.told };
}
