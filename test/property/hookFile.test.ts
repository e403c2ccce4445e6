import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookName, wrongName } from '../../src/core/hookfile/hookName.ts';
import { hookTemplates } from '../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import { anyText, edited, expectInOrder, joined, yamlPieces } from '../support/arbitraryYaml.ts';

const example = `---
name: block-dangerous-commands
description: &about Keeps commands from running
trigger: before_tool
matcher: { tool: Shell, pattern: 'rm -rf /|mkfs' }
timeout: 5000
async: false
priority: 999
metadata: { about: *about }
---

# Body
`;

const pieces = yamlPieces(
  ...['*about', '\\.', '(', '*', '(?i)', 'matcher:', 'async_: yes', 'before_stop', 'post-session'],
);

const anyHook = fc.oneof(
  anyText(pieces),
  joined(pieces).map((text) => `---\n${text}\n---\n`),
);

/** What holds of every text: problems lie inside it, in order; a hook is there exactly where none is an error. */
function holds(text: string): void {
  const { hook, problems } = parseHook(text);
  expect(hook === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
  expectInOrder(text, problems);
  if (hook) {
    expect(wrongName(hook.name)).toBeUndefined();
    expect(triggers.map(({ id }) => id)).toContain(hook.trigger);
    expect(hook.timeoutMs >= 100 && hook.timeoutMs <= 600_000).toBe(true);
    expect(hook.priority >= 0 && hook.priority <= 1000).toBe(true);
    expect(() => [hook.matcher.tool, hook.matcher.pattern].map((one) => new RegExp(one ?? ''))).not.toThrow();
  }
}

/** Texts that may be names, and some that YAML or Unicode reads in another way than they look. */
const names = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...'aeox01379-',
        ...['ﬁ', '½', 'ᴬ', 'ﷺ', 'ͺ', 'ŉ', '１', 'é', '漢', 'true', 'null', 'on'],
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) => all.join('')),
  fc.integer({ min: 0 }).map(String),
  fc.stringMatching(
    /^(?:0x[\da-f]+|0o[0-7]+|0b[01]+|\de\d|\d{4}-\d\d-\d\d|y|n|yes|no|on|off|true|false|null|~)$/u,
  ),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
);

describe('a new hook', () => {
  it('has no problem, and the one form of its name, whatever name is accepted for it', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...hookTemplates), (text, template) => {
        if (wrongName(text) === undefined) {
          const name = hookName(text);
          const { hook, problems } = parseHook(template.files(name).hook);
          expect(problems).toEqual([]);
          expect(hook?.name).toBe(name);
          expect(hookName(name)).toBe(name);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a hook', () => {
  it('is refused with problems inside its text, and never with an exception, whatever the text is', () => {
    fc.assert(fc.property(anyHook, holds), { numRuns: 300 });
  });

  it('is refused so after any edits of a good one', () => {
    expect(parseHook(example).problems).toEqual([]);
    fc.assert(fc.property(edited(example, pieces), holds), { numRuns: 300 });
  });

  it('is never what does not begin with front matter', () => {
    const without = fc
      .oneof(
        anyHook,
        edited(example, pieces),
        fc.constantFrom(' ', '\n', '#', '-').map((start) => start + example),
      )
      .filter((text) => !/^\uFEFF?---[ \t]*\r?\n/u.test(text));
    fc.assert(
      fc.property(without, (text) => {
        expect(parseHook(text).hook).toBeUndefined();
      }),
    );
  });
});
