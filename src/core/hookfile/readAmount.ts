import { errorAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import type { Amount } from './hook.ts';
import type { HookReport } from './problem.ts';

/** A whole number within its limits; the usual one where none is given, or a wrong one, which is reported. */
export function readAmount(
  entry: Entry | undefined,
  { least, most, usual }: Amount,
  code: 'timeout-range' | 'priority-range',
  report: HookReport,
): number {
  if (!entry) {
    return usual;
  }
  const { key, value } = entry;
  const number = value.kind === 'scalar' ? numberOf(value.value) : undefined;
  if (number === undefined || !Number.isSafeInteger(number) || number < least || number > most) {
    report(errorAt(value.span, code, `Give '${key}' a whole number from ${least} to ${most}.`));
    return usual;
  }
  return number;
}

/** Numbers in quotes count as well. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return /^\s*[+-]?\d+\s*$/u.test(value) ? Number(value) : undefined;
  }
  return typeof value === 'number' ? value : undefined;
}

const yes: readonly unknown[] = [true, 'true', 'yes', 'on', '1', 1];
const no: readonly unknown[] = [false, 'false', 'no', 'off', '0', 0];

/** Whether a key says yes; words for it count as well. What is neither yes nor no is reported. */
export function readFlag(entry: Entry | undefined, report: HookReport): boolean {
  if (!entry) {
    return false;
  }
  const { key, value } = entry;
  const said = value.kind === 'scalar' ? value.value : undefined;
  const plain = typeof said === 'string' ? said.trim().toLowerCase() : said;
  if (yes.includes(plain)) {
    return true;
  }
  if (!no.includes(plain)) {
    report(errorAt(value.span, 'async', `Give '${key}' the value true or false.`));
  }
  return false;
}
