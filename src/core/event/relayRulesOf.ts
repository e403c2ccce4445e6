import type { RelayRules } from '../wire/relayRules.ts';
import type { EventProgram } from './programEvents.ts';

/** What the relay of a program has to know. */
export function relayRulesOf({ id, events }: Pick<EventProgram, 'id' | 'events'>): RelayRules {
  return { program: id, waits: events.waits, told: toldBy(events) };
}

/** The variables that are told with an event: by them the program is known, or who else called its relay. */
export function toldBy({ told, strangers = [] }: EventProgram['events']): readonly string[] {
  return [...new Set([...told, ...strangers])];
}
