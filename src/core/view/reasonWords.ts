import type { Prompt } from '../agent/state.ts';
import type { ErrorClass } from '../event/errorClass.ts';
import { promptTrigger } from '../run/runDecision.ts';

const promptWords: Readonly<Record<Prompt['kind'], string>> = {
  permission: 'it asked for permission',
  question: 'it asked a question',
  plan_approval: 'it asked about a plan',
  other: 'it asked for input',
};

const errorWords: Readonly<Record<ErrorClass, string>> = {
  unauthorized: 'it was not authorized',
  out_of_credits: 'it was out of credits',
  rate_limited: 'it was rate limited',
  no_internet: 'it had no internet',
  overloaded: 'its service was overloaded',
  other: 'it met an error',
};

/** What made a rule act, as a run keeps it, in words. */
const triggerWords: ReadonlyMap<string, string> = new Map([
  ['idle', 'it was idle'],
  ['exit', 'its agent ended'],
  ...Object.entries(errorWords),
  ...Object.entries(promptWords).map(
    ([kind, words]) => [promptTrigger({ kind: kind as Prompt['kind'] }), words] as const,
  ),
]);

/** Why a run failed, in words that follow "failed:". */
export function reasonWords(reason: string | undefined): string {
  return reason === undefined ? 'unknown reason' : (triggerWords.get(reason) ?? reason);
}
