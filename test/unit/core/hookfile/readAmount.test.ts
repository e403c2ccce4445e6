import { describe, expect, it } from 'vitest';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';

const withKeys = (...keys: readonly string[]) =>
  parseHook(['---', 'name: a', 'description: d', 'trigger: before_tool', ...keys, '---', ''].join('\n'));
const codes = (...keys: readonly string[]) =>
  withKeys(...keys).problems.map(({ code, range }) => `${code} ${range.start.line}:${range.start.column}`);

describe('readAmount', () => {
  it('gives thirty seconds and a priority of 100 where nothing is said', () => {
    expect(withKeys().hook).toMatchObject({ timeoutMs: 30_000, priority: 100 });
  });

  it.each([
    ['100', 100],
    ['600000', 600_000],
    ['"5000"', 5_000],
    ["' 5000 '", 5_000],
    ['5000 # five seconds', 5_000],
    ['+5000', 5_000],
    ['1e3', 1_000],
    ['5000.0', 5_000],
    ['0x100', 256],
  ])('reads the timeout %s', (text, ms) => {
    expect(withKeys(`timeout: ${text}`)).toMatchObject({ hook: { timeoutMs: ms }, problems: [] });
  });

  it.each([
    '99',
    '600001',
    '-1',
    '0',
    '100.5',
    '"1e3"',
    '5s',
    '1_000',
    'true',
    '~',
    '[5000]',
    '.inf',
    '.nan',
  ])('refuses the timeout %s where it stands', (text) => {
    expect(codes(`timeout: ${text}`)).toEqual(['hook.timeout-range 5:10']);
    expect(withKeys(`timeout: ${text}`).hook).toBeUndefined();
  });

  it.each([
    ['0', 0],
    ['1000', 1000],
    ['"7"', 7],
  ])('reads the priority %s', (text, priority) => {
    expect(withKeys(`priority: ${text}`)).toMatchObject({ hook: { priority }, problems: [] });
  });

  it.each(['-1', '1001', '1000.5', '.5', 'high', '1e4', '9007199254740993'])(
    'refuses the priority %s',
    (text) => {
      expect(codes(`priority: ${text}`)).toEqual(['hook.priority-range 5:11']);
    },
  );

  it('refuses a key with nothing behind it at the key', () => {
    expect(codes('timeout:')).toEqual(['hook.timeout-range 5:1']);
    expect(codes('priority:')).toEqual(['hook.priority-range 5:1']);
  });

  it('says what the limits are', () => {
    expect(withKeys('timeout: 1').problems[0]?.message).toBe(
      "Give 'timeout' a whole number from 100 to 600000.",
    );
    expect(withKeys('priority: 1001').problems[0]?.message).toBe(
      "Give 'priority' a whole number from 0 to 1000.",
    );
  });
});

describe('readFlag', () => {
  it.each(['true', 'True', 'TRUE', 'yes', 'Yes', 'on', '1', '"true"', '" YES "', '"1"'])(
    'takes %s for yes',
    (text) => {
      expect(withKeys(`async: ${text}`)).toMatchObject({ hook: { async: true }, problems: [] });
    },
  );

  it.each(['false', 'False', 'no', 'off', '0', '"false"', '"0"'])('takes %s for no', (text) => {
    expect(withKeys(`async: ${text}`)).toMatchObject({ hook: { async: false }, problems: [] });
  });

  it.each(['maybe', '2', '""', '~', '[true]', 'y', '1.5'])('refuses %s', (text) => {
    expect(codes(`async: ${text}`)).toEqual(['hook.async 5:8']);
  });

  it('runs a hook in line where nothing is said', () => {
    expect(withKeys().hook?.async).toBe(false);
  });

  it('reads async_ where there is no async', () => {
    expect(withKeys('async_: true')).toMatchObject({ hook: { async: true }, problems: [] });
    expect(withKeys('async: false', 'async_: true').hook?.async).toBe(false);
  });
});
