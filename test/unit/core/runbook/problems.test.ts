import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';
import { brokenRunbooks, oddRunbooks, unmark } from '../../../support/brokenRunbooks.ts';

describe.each([
  ['error', brokenRunbooks],
  ['warning', oddRunbooks],
] as const)('the %s', (severity, rows) => {
  it.each(rows)('at %j is runbook.%s', (marked, code, message) => {
    const { text, places } = unmark(marked);
    const { runbook, problems } = parseRunbook(text);
    expect(problems).toEqual(
      places.map((range) => ({
        code: `runbook.${code}`,
        severity,
        range,
        message: expect.stringMatching(message),
      })),
    );
    expect(runbook === undefined).toBe(severity === 'error');
  });
});

describe('messages', () => {
  it('are one sentence each', () => {
    for (const [marked] of [...brokenRunbooks, ...oddRunbooks]) {
      for (const { message } of parseRunbook(unmark(marked).text).problems) {
        expect(message).toMatch(/^[A-Z][^\n]*[^.]\.$/u);
      }
    }
  });

  it('quote nothing that is invisible, long, or a second line', () => {
    const { problems } = parseRunbook(
      `agents: { a: { run: x, "k\\u001b[31m\\n\\u202e${'y'.repeat(99)}": 1 } }`,
    );
    expect(problems.map(({ message }) => message)).toEqual([
      `Take 'k[31m ${'y'.repeat(54)}…' out; the keys of an agent are run, prompt, worktree, on_idle, on_prompt, on_dead, on_error.`,
    ]);
  });

  it('come in the order of the text', () => {
    const { problems } = parseRunbook('pipelines: { p: { steps: [] } }\nagents: { a: 1 }\nother: 1\n');
    expect(problems.map(({ range }) => range.start.line)).toEqual([1, 2, 3]);
  });
});
