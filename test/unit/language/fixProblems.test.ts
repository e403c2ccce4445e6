import { describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { fixProblems } from '../../../src/language/fixProblems.ts';
import { brokenRunbooks, oddRunbooks, unmark } from '../../support/brokenRunbooks.ts';
import { conformanceCases, linesText } from '../../support/conformance.ts';
import { applied, countOf, diagnose, firstFix, newErrors } from '../../support/fixes.ts';
import { hookFixes } from '../../support/hookFixes.ts';
import { hookDocument, hookText, runbookDocument } from '../../support/languageFiles.ts';
import { runbookFixes } from '../../support/runbookFixes.ts';

describe('the first fix', () => {
  it.each(hookFixes)('of hook.%s in %j is: %s', (code, before, title, after) => {
    expect(firstFix(hookDocument(before), `hook.${code}`)).toEqual({ title, text: after });
  });

  it.each(runbookFixes)('of runbook.%s in %j is: %s', (code, before, title, after) => {
    expect(firstFix(runbookDocument(before), `runbook.${code}`)).toEqual({ title, text: after });
  });

  it('of doubled backslashes makes them what they say', () => {
    const document = hookDocument(hookText('matcher: { pattern: "rm\\\\s|sudo\\s" }'));
    expect(firstFix(document, 'hook.double-quoted-backslash')?.text).toContain("pattern: 'rm\\s|sudo\\s'");
  });

  it.each(['"\\bfoo\\U0001F600"', '"\\bone\\\n    two"', '"\\b\\a"', '"\\b\\_"'])(
    'is none for %j, of which YAML reads what no single quotes can say',
    (written) => {
      const document = hookDocument(hookText(`matcher:\n  pattern: ${written}`));
      expect(diagnose(document).map(({ code }) => code)).toEqual(['hook.double-quoted-backslash']);
      expect(firstFix(document, 'hook.double-quoted-backslash')).toBeUndefined();
    },
  );

  it('keeps the line ends of the file', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    for (const [code, before, title, after] of hookFixes) {
      expect(firstFix(hookDocument(crlf(before)), `hook.${code}`)).toEqual({ title, text: crlf(after) });
    }
  });

  it('is at the right place behind a byte order mark', () => {
    for (const [code, before, title, after] of hookFixes) {
      expect(firstFix(hookDocument(`\uFEFF${before}`), `hook.${code}`)).toEqual({
        title,
        text: `\uFEFF${after}`,
      });
    }
  });

  it.each([170_000, 1_000_000])('is there in a runbook of %i characters', (length) => {
    const agent = (at: number) =>
      `  a${at}:\n    run: x\n    prompt: |\n${'      Words that nobody reads.\n'.repeat(100)}`;
    const count = Math.ceil(length / agent(0).length);
    const long = `agents:\n${Array.from({ length: count }, (_, at) => agent(at)).join('')}`;
    const wrong = '  last:\n    run: x\n    promt: y\n';
    expect(firstFix(runbookDocument(long + wrong), 'runbook.unknown-key')?.text).toBe(
      long + wrong.replace('promt', 'prompt'),
    );
  });

  it('of nothing is the example of a runbook', () => {
    expect(firstFix(runbookDocument(''), 'runbook.nothing')?.text).toContain('agents:');
  });
});

const broken: readonly TextDocument[] = [
  ...hookFixes.map(([, text]) => hookDocument(text)),
  ...conformanceCases<{ lines?: readonly string[]; text?: string }, unknown>('frontmatter').map(({ input }) =>
    hookDocument(input.text ?? linesText(input.lines ?? [])),
  ),
  ...runbookFixes.map(([, text]) => runbookDocument(text)),
  ...[...brokenRunbooks, ...oddRunbooks].map(([marked]) => runbookDocument(unmark(marked).text)),
];

describe('every fix', () => {
  it('takes away what it is for, brings no error, and is one of at most one preferred', () => {
    const codes = new Set<unknown>();
    for (const document of broken) {
      const before = diagnose(document);
      const preferred: unknown[] = [];
      for (const action of fixProblems(document, before)) {
        const after = diagnose(applied(document, action) ?? document);
        const about = `${action.title} in ${JSON.stringify(document.getText())}`;
        const [diagnostic] = action.diagnostics ?? [];
        expect(action.kind, about).toBe('quickfix');
        expect(diagnostic && countOf(after, diagnostic), about).toBeLessThan(
          diagnostic ? countOf(before, diagnostic) : 0,
        );
        const code = String(diagnostic?.code);
        // What could not be read may have errors of its own.
        const reveals = /syntax|alias|tag|frontmatter|backslash|documents|unknown-key/u.test(code);
        expect(reveals ? [] : newErrors(before, after), about).toEqual([]);
        if (action.isPreferred) {
          expect(preferred, about).not.toContain(diagnostic);
          preferred.push(diagnostic);
        }
        codes.add(code);
      }
    }
    expect(codes.size).toBeGreaterThan(45);
  });

  it('is of the text as it is now', () => {
    const document = hookDocument(hookText('timeout: 5'));
    const [old] = diagnose(hookDocument(hookText('# moved', 'timeout: 5')));
    expect(old && fixProblems(document, [old])).toEqual([]);
  });

  it('is offered for those that were asked for only', () => {
    const document = hookDocument(hookText('timeout: 5', 'priority: -1'));
    const [, second] = diagnose(document);
    const actions = fixProblems(document, second ? [second] : []);
    expect(actions.map(({ title }) => title)).toEqual(['Change to 0']);
    expect(fixProblems(document, [])).toEqual([]);
  });

  it('is not looked for where so many are asked for that it would take too long', () => {
    const agents = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `  ${name}: { run: 5 }\n`).join('');
    const document = runbookDocument(`agents:\n${agents}#${'x'.repeat(600_000)}`);
    const problems = diagnose(document);
    expect(problems.length).toBe(6);
    expect(fixProblems(document, problems).length).toBe(3);
    expect(fixProblems(document, problems.slice(5)).length).toBe(1);
  });
});
