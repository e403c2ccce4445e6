import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver-types';
import { parseDocument } from 'yaml';
import { findFrontmatter } from '../../src/core/hookfile/frontmatter.ts';
import { fixAll, fixProblems } from '../../src/language/fixProblems.ts';
import { applied, countOf, diagnose } from '../support/fixes.ts';
import { hookDocument, runbookDocument } from '../support/languageFiles.ts';

/** Values that are right at some keys and wrong at others. */
const value = fc.constantFrom(
  ...[
    'sample',
    'My Hook',
    'pre-tool-call',
    'before_tool',
    'befor_tool',
    'pre-session',
    '5',
    '-1',
    '1e9',
    '0.5',
  ],
  ...[
    'true',
    'yes',
    'maybe',
    '""',
    "''",
    '" "',
    '~',
    '',
    '2m',
    '"\\.py$"',
    '"\\bx"',
    "'(a+)+'",
    '*.py',
    '!t x',
  ],
  ...[
    '[a, b]',
    '[a',
    '{ a: 1 }',
    '{ tool: 5 }',
    '{ tool: Shell, patern: x }',
    '"open',
    "it's",
    'a: b',
    '@x',
    '# no',
  ],
  ...[
    '|\n  text',
    '\n  - a\n  - b',
    '\n  tool: [x]\n  pattern: "\\d"',
    '\n\ttool: x',
    '&a x',
    '*a',
    'x # why',
  ],
);
const key = fc.constantFrom(
  ...['name', 'description', 'trigger', 'matcher', 'timeout', 'async', 'priority', 'metadata', 'async_'],
  ...['timeuot', 'colour', 'Name', '<<', '? name', '"name"', '  name', '- name'],
);
const lineEnd = fc.constantFrom('\n', '\n', '\r\n');

const hooks = fc
  .tuple(
    fc.uniqueArray(fc.tuple(key, value), { maxLength: 7, selector: ([name]) => name }),
    fc.constantFrom('---\n', '---\n', '---\n', ' ---\n', '', '\uFEFF---\n'),
    fc.constantFrom('---\n\n# Body\n', '---', '----\n', '', '\n# Body\n'),
    lineEnd,
  )
  .map(([lines, open, close, end]) =>
    `${open}${lines.map(([name, one]) => `${name}: ${one}\n`).join('')}${close}`.replaceAll('\n', end),
  )
  .map(hookDocument);

const action = fc.constantFrom('nudge', 'nugde', 'resume', 'gate', '[done]', '~', '3', '{ action: gate }');
const rule = fc.oneof(
  action,
  fc
    .tuple(
      action,
      fc.constantFrom('attempts', 'cooldown', 'timeout', 'run', 'message', 'match', 'atempts'),
      value,
    )
    .map(([one, name, its]) => `{ action: ${one}, ${name}: ${its} }`),
);
const step = fc.constantFrom(
  'a',
  '{ name: s, agent: a }',
  '{ name: s, agent: b }',
  '{ agent: aa }',
  '{ name: x }',
  '{}',
);
const runbooks = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('run', 'prompt', 'worktree', 'promt'), value), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom('on_idle', 'on_prompt', 'on_error', 'on_dead'), rule), {
      maxLength: 2,
    }),
    fc.array(step, { maxLength: 3 }),
    fc.constantFrom('a', 'a/b', 'p', '""'),
    lineEnd,
  )
  .map(([keys, rules, steps, name, end]) =>
    [
      'agents:',
      `  ${name}:`,
      ...[...keys, ...rules].map(([one, its]) => `    ${one}: ${its}`),
      'pipelines:',
      '  p:',
      '    steps:',
      ...steps.map((one) => `      - ${one}`),
      '',
    ].join(end),
  )
  .map(runbookDocument);

/** Whether the library can read the YAML of a file; nothing of ours is asked. */
function isReadable(document: TextDocument): boolean {
  const text = document.getText().replace(/^\uFEFF/u, '');
  const matter = document.uri.endsWith('HOOK.md') ? findFrontmatter(text) : { yaml: text };
  return (
    typeof matter !== 'string' &&
    parseDocument(matter.yaml, { schema: 'core', uniqueKeys: false, logLevel: 'silent' }).errors.length === 0
  );
}

const errorsIn = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 1).length;

function holds(document: TextDocument): void {
  const before = diagnose(document);
  const readable = isReadable(document);
  for (const one of fixProblems(document, before)) {
    const fixed = applied(document, one) ?? document;
    const after = diagnose(fixed);
    for (const diagnostic of one.diagnostics ?? []) {
      expect(countOf(after, diagnostic), one.title).toBeLessThan(countOf(before, diagnostic));
    }
    expect(isReadable(fixed) || !readable, one.title).toBe(true);
  }
}

function holdsForAll(document: TextDocument): void {
  const before = diagnose(document);
  const all = fixAll(document, before);
  const fixed = all && applied(document, all);
  if (fixed) {
    const after = diagnose(fixed);
    // What an alias or a mistake in the YAML hides can be told only when that is mended.
    const hides = before.some(({ code }) => /syntax|alias|tag|frontmatter|backslash/u.test(String(code)));
    expect(isReadable(fixed) || !isReadable(document)).toBe(true);
    expect(hides ? 0 : errorsIn(after)).toBeLessThanOrEqual(errorsIn(before));
    expect(fixed.getText()).not.toBe(document.getText());
    expect(fixAll(fixed, after)).toBeUndefined();
  }
}

describe('a fix', () => {
  it('takes its problem out of any hook, and breaks no YAML', () => {
    fc.assert(fc.property(hooks, holds), { numRuns: 60 });
  });

  it('takes its problem out of any runbook, and breaks no YAML', () => {
    fc.assert(fc.property(runbooks, holds), { numRuns: 40 });
  });
});

describe('all fixes', () => {
  it('are made at once, leave no more errors than there were, and nothing for a second time', () => {
    fc.assert(fc.property(fc.oneof(hooks, runbooks), holdsForAll), { numRuns: 50 });
  });
});
