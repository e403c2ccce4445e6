import { describe, expect, it } from 'vitest';
import type { HookRunEntry } from '../../../../src/core/hookrun/hookRunEntry.ts';
import { hookRunLine, parseHookRun } from '../../../../src/core/hookrun/hookRunEntry.ts';

const entry: HookRunEntry = { at: 1, trigger: 'before_tool', session: 's', outcome: 'denied', ms: 2 };

describe('one run of a hook as a line', () => {
  it('is read as it was written', () => {
    const whole = { ...entry, exit: 2, reason: 'no\nway', stderr: 'e', stdout: 'o', log: 'l', async: true };
    expect(parseHookRun(hookRunLine(whole))).toEqual(whole);
    expect(parseHookRun(hookRunLine(entry))).toEqual(entry);
  });

  it('is one line, whatever is in it, and has nothing that is not of it', () => {
    const line = hookRunLine({ ...entry, reason: 'a\nb\r\u2028', input: 'secret' } as HookRunEntry);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(line).not.toContain('secret');
  });

  it('keeps the end of the error output, and the beginning of the rest', () => {
    const long = `begin${'x'.repeat(5000)}end`;
    const kept = parseHookRun(hookRunLine({ ...entry, reason: long, stderr: long, stdout: long, log: long }));
    expect(kept?.stderr).toMatch(/^x{1997}end$/u);
    const beginning = long.slice(0, 2000);
    expect([kept?.reason, kept?.stdout, kept?.log]).toEqual([beginning, beginning, beginning]);
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"at":1}',
    hookRunLine(entry).slice(0, -3),
    hookRunLine(entry).replace('denied', 'x'),
  ])('is nothing where it is torn or odd: %j', (line) => {
    expect(parseHookRun(line)).toBeUndefined();
  });
});
