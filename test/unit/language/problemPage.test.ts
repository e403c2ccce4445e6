import { describe, expect, it } from 'vitest';
import { lineOfProblem, problemPage } from '../../../src/language/problemPage.ts';
import { hookTexts } from '../../../src/language/problemTexts/hookTexts.ts';
import type { ProblemText } from '../../../src/language/problemTexts/problemText.ts';
import { runbookTexts } from '../../../src/language/problemTexts/runbookTexts.ts';
import { yamlTexts } from '../../../src/language/problemTexts/yamlTexts.ts';
import { diagnose } from '../../support/fixes.ts';
import { hookDocument, hookText, runbookDocument } from '../../support/languageFiles.ts';

const levels = ['', 'error', 'warning', 'information', 'hint'];

/** The codes and levels that are told of an example. */
function told(code: string, lines: string): readonly string[] {
  const hook = code === 'hook.missing-key' ? `---\n${lines}\n---\n` : hookText(...lines.split('\n'));
  const document = code.startsWith('hook.') ? hookDocument(hook) : runbookDocument(`${lines}\n`);
  return diagnose(document).map((one) => `${one.code} ${levels[one.severity ?? 0]}`);
}

const texts: readonly (readonly [string, ProblemText])[] = [
  ...Object.entries({ ...hookTexts, ...yamlTexts }).map(([code, text]) => [`hook.${code}`, text] as const),
  ...Object.entries(runbookTexts).map(([code, text]) => [`runbook.${code}`, text] as const),
];

describe('the page of problems', () => {
  it('is docs/problems.md', async () => {
    // `vitest -u` writes it.
    await expect(problemPage()).toMatchFileSnapshot('../../../docs/problems.md');
  });

  it.each(texts.filter(([, { wrong }]) => wrong !== undefined))('shows %s where it is', (code, text) => {
    const expected = text.level.toLowerCase().split(' or ');
    const found = told(code, text.wrong ?? '');
    expect(found.map((one) => one.split(' ')[0])).toContain(code);
    expect(found.filter((one) => one.startsWith(`${code} `)).map((one) => one.split(' ')[1])).toSatisfy(
      (all: string[]) => all.every((level) => expected.includes(level)),
    );
  });

  it.each(texts.filter(([, { right }]) => right !== undefined))('shows %s mended', (code, text) => {
    expect(told(code, text.right ?? '')).toEqual([]);
  });

  it('has a line for each code, which is its heading', () => {
    const page = problemPage().split('\n');
    for (const code of [
      'hook.timeout-range',
      'runbook.cycle',
      'hook.syntax',
      'runbook.syntax',
      'hook.trigger-alias',
    ]) {
      expect(page[(lineOfProblem(code) ?? 0) - 1]).toContain(code);
    }
    for (const [code] of texts) {
      expect(lineOfProblem(code), code).toBeGreaterThan(0);
    }
    expect(lineOfProblem('hook.none')).toBeUndefined();
  });
});
