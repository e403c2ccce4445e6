import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import { triggerNames } from '../../src/core/hookfile/triggers.ts';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { layouts, runbooks, runbookText } from '../support/arbitraryRunbook.ts';
import { fitsSchema, matterData, yamlData } from '../support/schemaOf.ts';
import { editsOf, exampleHook, typedRunbook } from '../support/typedYaml.ts';

const fitsHook = fitsSchema('hook');
const fitsRunbook = fitsSchema('runbook');

const nameUnits = fc.constantFrom(
  'a',
  'z',
  '0',
  '-',
  'é',
  'e\u0301',
  '漢',
  'ﬁ',
  '①',
  'A',
  '_',
  ' ',
  'ａ',
  '\u00a0',
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('x', ' y\n', '(', '\\.py$'),
);

/** What JSON says of a hook; most are right, and some are not. */
const hooks = fc.record(
  {
    name: fc.oneof(fc.string({ unit: nameUnits, maxLength: 6 }), fc.constant('a'.repeat(64))),
    description: fc.oneof(
      text,
      fc.nat(1100).map((many) => ` ${'x'.repeat(many)}\n`),
    ),
    trigger: fc.constantFrom(...triggerNames, 'other'),
    matcher: fc.oneof(fc.record({ tool: text, pattern: text }, { requiredKeys: [] }), fc.constant(null)),
    timeout: fc.oneof(
      fc.integer({ min: 0, max: 700_000 }),
      fc.constantFrom('500', ' +500 ', 'x', 1e3, 100.5),
      fc.integer({ min: 0, max: 700_000 }).map(String),
    ),
    async: fc.constantFrom(true, false, 'Yes', ' oN', '0', 0, 1, 2, 'maybe', null),
    async_: fc.constantFrom(true, 'Yes', 0, 2, 'maybe', null),
    priority: fc.oneof(
      fc.integer({ min: -1, max: 1001 }),
      fc.constantFrom('5', '-0'),
      fc.integer({ min: -1, max: 1001 }).map(String),
    ),
    metadata: fc.oneof(
      fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
      fc.constant(null),
    ),
  },
  { requiredKeys: ['name', 'description', 'trigger'] },
);

describe('the schemas', () => {
  it('take every hook that is read without an error', () => {
    let read = 0;
    fc.assert(
      fc.property(hooks, editsOf(exampleHook), (hook, edited) => {
        for (const one of [`---\n${JSON.stringify(hook)}\n---\n`, edited]) {
          if (parseHook(one).hook) {
            read += 1;
            expect(fitsHook(matterData(one))).toBe(true);
          }
        }
      }),
      { numRuns: 120 },
    );
    expect(read).toBeGreaterThan(5);
  });

  it('take every runbook that is read without an error', () => {
    fc.assert(
      fc.property(runbooks, layouts, editsOf(typedRunbook), (runbook, layout, edited) => {
        for (const one of [runbookText(runbook, layout), edited]) {
          if (parseRunbook(one).runbook) {
            expect(fitsRunbook(yamlData(one))).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
