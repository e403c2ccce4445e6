import { longestDurationMs, parseDuration } from '../../core/runbook/parseDuration.ts';
import type { Entry, Shape } from '../../core/yaml/shape.ts';
import type { Scene } from './scene.ts';

/** What a value should have been. */
interface Better {
  readonly text: string;
  /** It says the same in the form that is read. */
  readonly isSame: boolean;
}

/** The value itself, or the one of a list with only one. */
function scalarIn(value: Shape): { readonly value: unknown; readonly source: string } | undefined {
  if (value.kind !== 'list') {
    return value.kind === 'scalar' ? value : undefined;
  }
  const [only, ...others] = value.items;
  return only?.kind === 'scalar' && others.length === 0 ? only : undefined;
}

/** How often, as a runbook takes it. */
export function readAttemptsAs(_: Scene, { value }: Entry): Better | undefined {
  const said = scalarIn(value)?.value;
  const word = typeof said === 'string' ? said.trim().toLowerCase() : said;
  if (typeof word === 'string' && !/^[+-]?\d/u.test(word)) {
    const isForever = /^(?:forever|always|unlimited|infinit\w*|endless\w*)$/u.test(word);
    return { text: isForever ? 'forever' : '1', isSame: isForever };
  }
  const number = typeof word === 'string' ? Number.parseFloat(word) : typeof word === 'number' ? word : 1;
  if (Number.isNaN(number)) {
    return { text: '1', isSame: false };
  }
  if (number > Number.MAX_SAFE_INTEGER) {
    return { text: 'forever', isSame: true };
  }
  return { text: String(Math.max(1, Math.round(number))), isSame: number >= 1 && Number.isInteger(number) };
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** Milliseconds in the largest unit that has a whole number of them. */
function durationText(ms: number): string {
  const [unit, worth] = units.find(([, one]) => ms % one === 0) ?? ['ms', 1];
  return ms === 0 ? '0s' : `${ms / worth}${unit}`;
}

/** How long, as a runbook takes it: also what is written with a fraction, or in several units. */
export function readDurationAs(_: Scene, { key, value }: Entry): Better | undefined {
  const scalar = scalarIn(value);
  const said = scalar && (typeof scalar.value === 'string' ? scalar.value : scalar.source);
  const ms = said === undefined || typeof scalar?.value === 'boolean' ? undefined : msIn(said, scalar?.value);
  // Nothing is done in no time.
  if (ms === undefined || (ms === 0 && key === 'timeout')) {
    return { text: '30s', isSame: false };
  }
  return {
    text: durationText(Math.min(ms, longestDurationMs)),
    isSame: ms <= longestDurationMs && !said?.includes('-'),
  };
}

function msIn(text: string, value: unknown): number | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? Math.round(Math.abs(value) * 1000) : undefined;
  }
  const parts = [...text.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*(\p{L}*)/gu)];
  const rest = text.toLowerCase().replace(/\d+(?:\.\d+)?\s*\p{L}*|\band\b|[\s+,.-]/gu, '');
  let sum = 0;
  for (const [, number = '', unit = ''] of parts) {
    const one = parseDuration(`1${unit}`);
    if (typeof one !== 'number') {
      return undefined;
    }
    sum += Number(number) * one;
  }
  // Two numbers without a unit are not one duration.
  const isPlain = parts.length < 2 || parts.every(([, , unit]) => unit !== '');
  return parts.length > 0 && rest === '' && isPlain ? Math.round(sum) : undefined;
}
