import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { layouts, runbooks, runbookText } from '../support/arbitraryRunbook.ts';
import { anyText, edited, expectInOrder, yamlPieces } from '../support/arbitraryYaml.ts';

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

const pieces = yamlPieces('*build', 'agents', 'build', 'steps', 'gate');

/** What holds of every text: problems lie inside it, in order, and there is a runbook exactly where none is an error. */
function holds(text: string): void {
  const { runbook, problems } = parseRunbook(text);
  expect(runbook === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
  expectInOrder(text, problems);
}

describe('a runbook', () => {
  it('is refused with problems inside its text, and never with an exception, whatever the text is', () => {
    fc.assert(fc.property(anyText(pieces), holds), { numRuns: 200 });
  });

  it('is refused so after any edits of a good one', () => {
    expect(parseRunbook(example).problems).toEqual([]);
    fc.assert(fc.property(edited(example, pieces), holds), { numRuns: 200 });
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
