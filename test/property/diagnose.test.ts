import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { fixAll, fixProblems } from '../../src/language/fixProblems.ts';
import { lineOfProblem } from '../../src/language/problemPage.ts';
import { anyText, edited, yamlPieces } from '../support/arbitraryYaml.ts';
import { diagnose } from '../support/fixes.ts';
import { healthyAround, hookDocument, runbookDocument } from '../support/languageFiles.ts';

const hook = `---
name: block-dangerous-commands
description: &about Keeps commands from running
trigger: before_tool
matcher: { tool: Shell, pattern: "rm -rf /|mkfs" }
timeout: 5000
async: true
priority: 100
metadata: { about: *about }
---

# Body
`;
const runbook = `agents:
  build: &build
    run: claude
    on_idle: { action: nudge, message: "Go on.", attempts: 3, cooldown: 30s }
    on_error:
      - { match: rate_limited, action: nudge, attempts: forever }
      - escalate
pipelines:
  feature:
    steps: [ { name: plan, agent: build } ]
`;

const pieces = yamlPieces('\\.', '\\b', '(a+)+', '(', 'matcher:', 'run: ', 'gate');

const around = healthyAround({
  folder: 'other',
  script: { name: 'run.sh', isExecutable: false, kind: 'plain', text: 'exit 2\n' },
  others: [
    { name: 'x', trigger: 'before_tool', priority: 100, scope: 'user', uri: 'file:///x/%/HOOK.md' },
    { name: 'block-dangerous-commands', trigger: 'before_tool', priority: 1, scope: 'user', uri: 'y' },
  ],
});

/** What holds of every text: each diagnostic lies inside of it and is explained, and asking for fixes is safe. */
function holds(document: TextDocument): void {
  const told = diagnose(document, around);
  for (const { range, code, source } of told) {
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    expect(from).toBeLessThanOrEqual(to);
    expect(document.positionAt(from)).toEqual(range.start);
    expect(document.positionAt(to)).toEqual(range.end);
    const shown = document.getText(range);
    // A squiggle ends where its text does; one of blanks alone stays on its line.
    expect(shown, JSON.stringify(shown)).toMatch(/(?:^|[^ \t\n\r])$|^[ \t]+$/u);
    expect(lineOfProblem(String(code)), String(code)).toBeGreaterThan(0);
    expect(source).toBe('beckon');
  }
  expect(() => fixProblems(document, told, around)).not.toThrow();
  expect(() => fixAll(document, told, around)).not.toThrow();
}

describe('whatever the text is, what is told of it is right about its place', () => {
  it('in a hook', () => {
    fc.assert(fc.property(fc.oneof(edited(hook, pieces), anyText(pieces)).map(hookDocument), holds), {
      numRuns: 80,
    });
  });

  it('in a runbook', () => {
    fc.assert(fc.property(fc.oneof(edited(runbook, pieces), anyText(pieces)).map(runbookDocument), holds), {
      numRuns: 80,
    });
  });

  it('and the same behind a byte order mark', () => {
    fc.assert(
      fc.property(edited(hook, pieces), (text) => {
        const [plain, marked] = [hookDocument(text), hookDocument(`\uFEFF${text}`)];
        const offsets = (document: TextDocument, shift: number) =>
          diagnose(document, around).map(({ code, range }) => [code, document.offsetAt(range.start) - shift]);
        fc.pre(!text.startsWith('\uFEFF'));
        expect(offsets(marked, 1)).toEqual(offsets(plain, 0));
      }),
      { numRuns: 80 },
    );
  });
});
