import { createContext, Script } from 'node:vm';
import type { FindsIn } from '../../core/hookrun/matchHook.ts';

const limitMs = 100;

// Only a script of its own can be ended while an expression goes back and forth in it.
const search = new Script('{ const found = new RegExp(pattern); texts.some((text) => found.test(text)); }');
const given: { pattern: string; texts: readonly string[] } = { pattern: '', texts: [] };
const context = createContext(given);

/** What came of one search: `late` when its wall time was up. */
type Search = (...of: Parameters<FindsIn>) => boolean | 'late' | undefined;

const searchOnce: Search = (pattern, texts) => {
  try {
    given.pattern = pattern;
    given.texts = texts;
    return search.runInContext(context, { timeout: limitMs }) === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'late' : undefined;
  } finally {
    given.texts = [];
  }
};

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Limits a search to a tenth of a second of processor time. A search can only be ended by wall time, and on a busy
 * machine all of that may pass while it waits for its turn; the guard would then match an innocent call. So one that is
 * late searches again, until it has really used up its time.
 */
export function findsWithin(searches: Search, usedMs: () => number): FindsIn {
  return (pattern, texts) => {
    const endMs = usedMs() + limitMs;
    for (;;) {
      const found = searches(pattern, texts);
      if (found !== 'late') return found;
      if (usedMs() >= endMs) return undefined;
    }
  };
}

/** Looks for a regular expression, over all texts together; `undefined` where that takes too long. */
export const findsIn = findsWithin(searchOnce, processorMs);

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
