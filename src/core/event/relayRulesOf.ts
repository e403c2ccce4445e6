import type { RelayRules, WaitRule } from '../wire/relayRules.ts';
import type { EventProgram } from './programEvents.ts';

/**
 * What the relay of a program has to know. `isOn`: the person wants it to wait for an answer, where it only does that for
 * those who want it.
 */
export function relayRulesOf({ id, events, answers }: EventProgram, isOn = false): RelayRules {
  const hides = answers?.hidesPrompt === 'always';
  const isOff = answers?.optIn === true && !isOn;
  const waits = Object.entries(events.waits).flatMap(([event, rule]): [string, WaitRule][] => {
    const isRequest = rule === 'always' || rule === 'once';
    return isRequest && isOff ? [] : [[event, isRequest && hides ? 'once' : rule]];
  });
  return { program: id, waits: Object.fromEntries(waits), told: toldBy(events) };
}

/** The variables that are told with an event: by them the program is known, or who else called its relay. */
export function toldBy({ told, strangers = [] }: EventProgram['events']): readonly string[] {
  return [...new Set([...told, ...strangers])];
}
