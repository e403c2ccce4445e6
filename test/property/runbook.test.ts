import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { layouts, runbooks, runbookText } from '../support/arbitraryRunbook.ts';

const example = `agents:
  build: &build
    run: claude
    on_idle: { action: nudge, message: "Go on.", attempts: 3, cooldown: 30s }
    on_error:
      - { match: rate_limited, action: nudge, attempts: forever }
      - escalate
  other: *build
pipelines:
  feature:
    steps: [ { name: plan, agent: build }, { name: build, agent: other, worktree: true } ]
`;

const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '\n',
      '\r\n',
      '\t',
      '  ',
      ': ',
      '- ',
      '? ',
      ', ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '#',
      '|',
      '>',
      '%',
      '---\n',
    ],
    ...[
      '&a ',
      '*a',
      '*build',
      '!t ',
      '<<: ',
      '~',
      'agents',
      'build',
      'steps',
      'gate',
      '0',
      '\uFEFF',
      '\u0000',
      '\ud800',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

/** The example with pieces taken out and put in. */
const edited = fc
  .array(fc.tuple(fc.nat(example.length), fc.nat(12), pieces), { minLength: 1, maxLength: 6 })
  .map((edits) =>
    edits.reduce((text, [at, out, piece]) => text.slice(0, at) + piece + text.slice(at + out), example),
  );

const anyText = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** What holds of every text: problems lie inside it, in order, and there is a runbook exactly where none is an error. */
function holds(text: string): void {
  const { runbook, problems } = parseRunbook(text);
  expect(runbook === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const numberOf = ({ line, column }: { line: number; column: number }) => line * 1e6 + column;
  let last = 0;
  for (const { range, message } of problems) {
    for (const { line, column } of [range.start, range.end]) {
      expect(lines[line - 1]).toBeDefined();
      expect(column).toBeGreaterThanOrEqual(1);
      expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
    }
    expect(numberOf(range.start)).toBeLessThanOrEqual(numberOf(range.end));
    expect(numberOf(range.start)).toBeGreaterThanOrEqual(last);
    last = numberOf(range.start);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(message).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e\ud800-\udfff]+\.$/u);
  }
}

describe('a runbook', () => {
  it('is refused with problems inside its text, and never with an exception, whatever the text is', () => {
    fc.assert(fc.property(anyText, holds), { numRuns: 200 });
  });

  it('is refused so after any edits of a good one', () => {
    expect(parseRunbook(example).problems).toEqual([]);
    fc.assert(fc.property(edited, holds), { numRuns: 200 });
  });

  it('means the same after it was written down', () => {
    fc.assert(
      fc.property(runbooks, layouts, fc.constantFrom('\n', '\r\n'), (runbook, layout, lineEnd) => {
        const text = runbookText(runbook, layout);
        // A text of several lines keeps its own line ends only where it is quoted.
        const read = parseRunbook(
          layout.defaultStringType === 'PLAIN' ? text : text.replaceAll('\n', lineEnd),
        );
        expect(read.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(read.runbook).toEqual(runbook);
      }),
      { numRuns: 60 },
    );
  });
});
