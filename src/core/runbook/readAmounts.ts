import { errorAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import { kindWord, quoted } from '../yaml/shape.ts';
import { parseDuration } from './parseDuration.ts';
import type { RunbookReport } from './problem.ts';

/** How often, or nothing: it is not said, or wrong and reported. */
export function readAttempts(
  entry: Entry | undefined,
  report: RunbookReport,
): number | 'forever' | undefined {
  if (!entry) {
    return undefined;
  }
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (value === 'forever') {
    return value;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) {
    return value;
  }
  const message = `Give '${entry.key}' a whole number from 1 on, without quotes, or forever.`;
  report(errorAt(entry.value.span, 'attempts', message));
  return undefined;
}

/** How long, or nothing: it is not said, or wrong and reported. */
export function readDurationMs(
  entry: Entry | undefined,
  report: RunbookReport,
  leastMs = 0,
): number | undefined {
  if (!entry) {
    return undefined;
  }
  const { key, value } = entry;
  const wrong = (what: string) => {
    const message = `Give '${key}' a duration such as 500ms, 30s, 5m, 2h or 1d; ${what}.`;
    report(errorAt(value.span, 'duration', message));
    return undefined;
  };
  if (value.kind !== 'scalar' || (typeof value.value !== 'string' && typeof value.value !== 'number')) {
    return wrong(`here is ${kindWord(value)}`);
  }
  // As it is written: `0x10` and `1e3` are numbers too, and no durations.
  const text = typeof value.value === 'string' ? value.value : value.source;
  const parsed = parseDuration(text);
  if (typeof parsed !== 'number') {
    return wrong(`${quoted(text)} ${parsed.wrong}`);
  }
  return parsed < leastMs ? wrong('nothing is done in no time') : parsed;
}
