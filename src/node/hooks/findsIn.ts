import { createContext, Script } from 'node:vm';
import type { FindsIn } from '../../core/hookrun/matchHook.ts';

const limitMs = 100;

// Only a script of its own can be ended while an expression goes back and forth in it.
const search = new Script('{ const found = new RegExp(pattern); texts.some((text) => found.test(text)); }');
const given: { pattern: string; texts: readonly string[] } = { pattern: '', texts: [] };
const context = createContext(given);

/** Looks for a regular expression within a tenth of a second, over all texts together; `undefined` where that is too short. */
export const findsIn: FindsIn = (pattern, texts) => {
  try {
    given.pattern = pattern;
    given.texts = texts;
    return search.runInContext(context, { timeout: limitMs }) === true;
  } catch {
    return undefined;
  } finally {
    given.texts = [];
  }
};

/** So many expressions of one moment are waited for until they are given up: an agent waits for all of them. */
const mostGivenUp = 10;

/** Looks for the expressions of one moment. After so many that took too long, every other one is given up at once. */
export function findsTogether(most = mostGivenUp, finds: FindsIn = findsIn): FindsIn {
  let left = most;
  return (pattern, texts) => {
    const isFound = left > 0 ? finds(pattern, texts) : undefined;
    left -= isFound === undefined ? 1 : 0;
    return isFound;
  };
}
