import { describe, expect, it } from 'vitest';
import { longestDurationMs, parseDuration } from '../../../../src/core/runbook/parseDuration.ts';

describe('parseDuration', () => {
  it.each<readonly [string, number]>([
    ['0', 0],
    ['30', 30_000],
    ['500ms', 500],
    ...['s', 'sec', 'secs', 'second', 'seconds'].map((unit) => [`2${unit}`, 2_000] as const),
    ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [`2 ${unit}`, 120_000] as const),
    ...['h', 'hr', 'hour', 'hours'].map((unit) => [`2${unit}`, 7_200_000] as const),
    ...['d', 'day', 'days'].map((unit) => [`2  ${unit}`, 172_800_000] as const),
    [' 5s ', 5_000],
    ['007s', 7_000],
    ['30d', longestDurationMs],
  ])('reads %j', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['-5s', 'is not a whole number with a unit'],
    ['+5s', 'is not a whole number with a unit'],
    ['1.5h', 'is not a whole number with a unit'],
    ['s', 'is not a whole number with a unit'],
    ['5s5s', 'is not a whole number with a unit'],
    ['5 parsecs', "has the unit 'parsecs', which is none of ms, s, m, h and d"],
    ['5M', "has the unit 'M', which is none of ms, s, m, h and d"],
    ['30d1', 'is not a whole number with a unit'],
    ['31d', 'is more than 30 days'],
    [`${'9'.repeat(400)}ms`, 'is more than 30 days'],
  ])('says what is wrong with %j', (text, wrong) => {
    expect(parseDuration(text)).toEqual({ wrong });
  });
});
