import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookIndexText, parseHookIndex } from '../../src/core/hookfile/hookIndex.ts';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import type { HookRunEntry } from '../../src/core/hookrun/hookRunEntry.ts';
import { hookRunLine, parseHookRun } from '../../src/core/hookrun/hookRunEntry.ts';
import type { Trust } from '../../src/core/hookrun/trust.ts';
import { parseTrust, trustText } from '../../src/core/hookrun/trust.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const anything = fc.oneof(
  text,
  fc.json(),
  fc.jsonValue().map((value) => JSON.stringify({ version: 1, value })),
);
const entry: fc.Arbitrary<HookRunEntry> = fc.record(
  {
    at: fc.nat(),
    trigger: fc.constantFrom('before_tool', 'before_stop', 'post-context-compact'),
    session: text,
    outcome: fc.constantFrom('passed', 'denied', 'failed', 'timeout'),
    ms: fc.nat(),
    exit: fc.nat(255),
    reason: text,
    stderr: text,
    log: text,
    async: fc.boolean(),
  },
  { requiredKeys: ['at', 'trigger', 'session', 'outcome', 'ms'] },
);
const trust: fc.Arbitrary<Trust> = fc.record({
  workspaces: fc.array(text),
  consents: fc.dictionary(
    text.map((name) => `/${name}`),
    fc.record({ hash: text, allowed: fc.boolean(), mayApprove: fc.boolean() }),
    { noNullPrototype: true },
  ),
  disabled: fc.array(text),
});

describe('what is kept about hooks', () => {
  it('is never an exception, whatever a file has in it', () => {
    fc.assert(
      fc.property(anything, (source) => {
        expect(parseHookIndex(source)).toBeInstanceOf(Map);
        expect(parseTrust(source)).toBeDefined();
        const read = parseHookRun(source);
        expect(read === undefined || typeof read.at === 'number').toBe(true);
      }),
    );
  });

  it('is read as it was written: runs, each on one line', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const line = hookRunLine(one);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(parseHookRun(line)).toEqual(one);
      }),
    );
  });

  it('is read as it was written: trust, and no part of such a text is trusted', () => {
    fc.assert(
      fc.property(trust, fc.nat(), (one, where) => {
        const written = trustText(one);
        expect(parseTrust(written)).toEqual(one);
        // All but the end of the last line.
        expect(parseTrust(written.slice(0, where % (written.length - 1)))).toBe('damaged');
      }),
    );
  });

  it('is read as it was written: hooks with what is wrong with them', () => {
    const line = fc.constantFrom(
      'name: a',
      'name: B',
      'description: text',
      'trigger: before_tool',
      'trigger: x',
      'matcher: { tool: Shell, pattern: "a|b" }',
      'timeout: 5',
      'async: yes',
      'metadata: { a: 1 }',
      'odd: [',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.nat(), text, (lines, mtimeMs, path) => {
        const parsed = { ...parseHook(`---\n${lines.join('\n')}\n---\n`), mtimeMs, size: 1 };
        const index = new Map([[path, parsed]]);
        expect(parseHookIndex(hookIndexText(index))).toEqual(index);
      }),
    );
  });
});
