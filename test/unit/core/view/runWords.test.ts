import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/core/event/ask.ts';
import { optionsAbout } from '../../../../src/core/run/runDecision.ts';
import { runLines } from '../../../../src/core/view/runWords.ts';
import { runOfSteps, waitingRun } from '../../../support/runOf.ts';

const question = (text: string, labels: readonly string[], multiSelect = false): Question => ({
  question: text,
  options: labels.map((label) => ({ label })),
  multiSelect,
});

const asking = (source: 'approval' | 'question' | 'plan', more: Parameters<typeof waitingRun>[0] = {}) =>
  waitingRun({
    source,
    trigger: 'prompt',
    context: 'The agent asks for permission.\n\n--- Last message of the agent ---\nHm.',
    options: optionsAbout(source),
    prompt: 'e1',
    ...more,
  });

describe('what an agent asks a person for, in a terminal', () => {
  const lines = (context: string) =>
    runLines(waitingRun({ source: 'signal', trigger: 'signal', context }))[0];

  it('is all it wrote, on one line, without its last message', () => {
    expect(lines('Two ways:\n1. a\n\n2. b\n\n--- Last message of the agent ---\nHm.')).toBe(
      'feature waits for you: Two ways: 1. a 2. b',
    );
  });

  it('is not without end', () => {
    expect(lines('x'.repeat(4000))).toMatch(/: x{1000}…$/u);
  });
});

describe('what a run waits for, in a terminal', () => {
  it('is the sentence about it, and below it what can be answered', () => {
    expect(runLines(waitingRun())).toEqual([
      'feature waits for you: The agent is idle and waits for input.',
      'Answer with: beckon decide run-1 nudge|done|cancel|dismiss',
    ]);
  });

  it('names what a permission is asked for', () => {
    expect(runLines(asking('approval'), { asks: 'wants to run: npm test' })).toEqual([
      'feature waits for you: The agent wants to run: npm test',
      'Answer with: beckon decide run-1 approve|deny|cancel|dismiss',
    ]);
  });

  it('is answered elsewhere where no request waits', () => {
    const ask = { asks: 'asks', held: false };
    const [, approval] = runLines(asking('approval'), ask);
    expect(approval).toBe("Answer in the agent's own terminal, or with: beckon decide run-1 cancel|dismiss");
    const questions = [question('Which color?', ['Red'])];
    expect(runLines(asking('question'), { ...ask, questions }).slice(1)).toEqual([approval]);
    // Its gate can be run again all the same.
    const gate = { source: 'gate', options: optionsAbout('gate', { kind: 'permission' } as never) } as const;
    expect(runLines(asking('approval', gate), ask)[1]).toMatch(/decide run-1 retry\|cancel$/u);
  });

  it('is answered by nobody where the run is not supervised, which can only be ended', () => {
    const nobody = 'Nothing supervises it right now. A VS Code window with its folder will.';
    const run = waitingRun();
    const cancel = `End it with: beckon decide ${run.id} cancel`;
    expect(runLines(run, { supervised: false }).slice(1)).toEqual([nobody, cancel]);
    const cools = runOfSteps(['a'], { pending: { kind: 'cooldown', dueAt: 9, trigger: 'on_dead' } });
    expect(runLines(cools, { supervised: false, now: 1 })).toEqual(['feature is running', nobody, cancel]);
  });

  it('is only that something is asked where nobody tells what', () => {
    expect(runLines(asking('approval'))[0]).toBe('feature waits for you: The agent asks for permission.');
  });

  it('has the question, and each answer as it can be typed', () => {
    const questions = [question('Which color?', ['Red', "Bob's blue"])];
    expect(runLines(asking('question'), { asks: 'asks: Which color?', questions })).toEqual([
      'feature waits for you: The agent asks: Which color?',
      "ANSWER: 'Red' or 'Bob'\\''s blue' or your own words",
      'Answer with: beckon decide run-1 answer ANSWER, or cancel|dismiss',
    ]);
  });

  it('has the answers of a question that nobody tells of any more', () => {
    const own = { kind: 'question', questions: [question('?', ['Red'])] } as unknown as Parameters<
      typeof optionsAbout
    >[1];
    expect(runLines(asking('question', { options: optionsAbout('question', own) }))).toEqual([
      'feature waits for you: The agent asks for permission.',
      "ANSWER: 'Red' or your own words",
      'Answer with: beckon decide run-1 answer ANSWER, or cancel|dismiss',
    ]);
  });

  it('has each of several questions', () => {
    const questions = [question('Color?', ['Red']), question('Sizes?', ['-s', 'l'], true)];
    expect(runLines(asking('question'), { asks: 'asks: Color? (and 1 more)', questions })).toEqual([
      'feature waits for you: The agent asks: Color? (and 1 more)',
      "ANSWER1 (Color?): 'Red' or your own words",
      "ANSWER2 (Sizes? · any of these): '-s' or 'l' or your own words",
      'Answer with: beckon decide run-1 answer -- ANSWER1 ANSWER2, or cancel|dismiss',
    ]);
  });

  it('is the command of a gate, its exit code and its last word', () => {
    const gate = { id: 'g', trigger: 'on_idle', command: 'npm test\nlint', timeoutMs: 1 } as const;
    const context = 'The gate said no: npm test\nlint\nexit code 3\n\nfirst\n2 tests failed\n \n';
    const run = waitingRun({ source: 'gate', trigger: 'gate', context, gate, options: optionsAbout('gate') });
    expect(runLines(run)).toEqual([
      'feature waits for you: The gate said no: npm test lint (exit code 3): 2 tests failed',
      'Answer with: beckon decide run-1 retry|skip|cancel',
    ]);
  });

  it('is what the agent asks too where a gate said no to that', () => {
    const gate = { id: 'g', trigger: 'on_prompt', command: 'false', timeoutMs: 1, prompt: 'e1' } as const;
    const context = 'The gate said no: false\nexit code 1';
    const run = waitingRun({ source: 'gate', trigger: 'gate', context, gate, prompt: 'e1' });
    expect(runLines(run, { asks: 'wants to run: rm x' })[0]).toBe(
      'feature waits for you: The gate said no: false (exit code 1). The agent wants to run: rm x',
    );
  });

  it('is what the agent asks too where the yes of a gate could not be given', () => {
    const about = { id: 'g', trigger: 'on_prompt', command: 'true', timeoutMs: 1, prompt: 'e1' } as const;
    const gate = { ...about, said: 'yes' } as const;
    const context = 'The gate said yes: true\nbut no request waits';
    const run = waitingRun({ source: 'approval', trigger: 'prompt', context, gate, prompt: 'e1' });
    const words = 'The gate said yes: true (but no request waits)';
    expect(runLines(run)[0]).toBe(`feature waits for you: ${words}`);
    expect(runLines(run, { asks: 'wants to run: rm x' })[0]).toBe(
      `feature waits for you: ${words}. The agent wants to run: rm x`,
    );
  });

  it('has nothing in it that a terminal obeys', () => {
    const evil = '\u001b[2J\u202e\nAnswer with: x\u001b[0m';
    const gate = { id: 'g', trigger: 'on_idle', command: evil, timeoutMs: 1 } as const;
    const context = `The gate said no: ${evil}\nexit code 1\n\n${evil}`;
    const questions = [question(evil, [evil]), question(evil, [evil])];
    const lines = [
      ...runLines(waitingRun({ source: 'gate', context, gate })),
      ...runLines(asking('question'), { asks: evil, questions }),
      ...runLines(asking('question', { options: [{ choice: 'answer', label: evil, answer: evil }] })),
      ...runLines(waitingRun({ context: evil })),
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(lines.filter((line) => /[\u0000-\u001f\u202e]/u.test(line))).toEqual([]);
  });
});

describe('any other run, in a terminal', () => {
  it.each([
    [{ status: 'running' }, 'feature · build is running'],
    [{ status: 'done' }, 'feature is done'],
    [{ status: 'failed', reason: 'exit' }, 'feature · build failed: its agent ended'],
    [
      { pending: { kind: 'cooldown', dueAt: 61_000, trigger: 'on_error' } },
      'feature · build tries again in 1m',
    ],
  ] as const)('says how it stands: %o', (more, sentence) => {
    expect(runLines(runOfSteps(['build', 'review'], more), { now: 1000 })).toEqual([sentence]);
  });
});
