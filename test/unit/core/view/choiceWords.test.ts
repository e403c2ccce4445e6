import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import type { Run } from '../../../../src/core/run/run.ts';
import type { Choice, RunDecision } from '../../../../src/core/run/runDecision.ts';
import { choiceWords } from '../../../../src/core/view/choiceWords.ts';
import { hook, play } from '../../../support/claude.ts';
import { decisionOf, runOfSteps } from '../../../support/runOf.ts';

const lives = play([hook(1, 'UserPromptSubmit'), hook(2, 'Stop')]).state;
const gone = { kind: 'gone' } as const;
const died = {
  ...lives,
  agents: new Map([...lives.agents].map(([id, one]) => [id, { ...one, state: gone }])),
};

const gate = { id: 'g', trigger: 'on_idle', command: 'make', timeoutMs: 1 } as const;
const waiting = (step: number, more: Partial<RunDecision> = {}): Run =>
  runOfSteps(['build', 'review'], { status: 'waiting', step, decision: decisionOf(more) });

const words = (choice: Choice, run: Run, { agents }: AgentsState) =>
  choiceWords(run, agents.get(run.agent), { choice, label: '' });

describe('what a choice does, in words', () => {
  it.each<[Choice, Run, AgentsState, string]>([
    ['skip', waiting(0), lives, 'Stops the agent; the step is skipped, and the run continues with "review"'],
    ['skip', waiting(0), died, 'The step is skipped, and the run continues with "review"'],
    ['skip', waiting(1), lives, 'Stops the agent; the step is skipped, and the run is done'],
    ['skip', waiting(1), died, 'The step is skipped, and the run is done'],
    ['done', waiting(0), lives, 'Stops the agent; the step is done, and the run continues with "review"'],
    ['done', waiting(1), died, 'The step is done, and the run too'],
    ['cancel', waiting(0), lives, 'Stops the agent; the run fails'],
    ['cancel', waiting(0), died, 'The run fails'],
    ['retry', waiting(0), lives, 'Stops the agent and starts it again'],
    ['retry', waiting(0), died, 'Starts the agent again'],
    ['retry', waiting(0, { gate }), lives, 'Runs the gate again'],
    ['nudge', waiting(0), lives, 'Tells the agent to continue'],
    ['nudge', waiting(0), died, 'Restarts the agent to continue'],
    ['dismiss', waiting(0), lives, "The run keeps waiting, and you aren't notified again"],
  ])('%s, %#', (choice, run, state, said) => {
    expect(words(choice, run, state)).toBe(said);
  });

  it('speak of the run alone where it has one step', () => {
    const run = runOfSteps(['build'], { status: 'waiting', decision: decisionOf() });
    expect(words('skip', run, died)).toBe('The run is done, though its work is skipped');
    expect(words('done', run, lives)).toBe('Stops the agent; the run is done');
  });

  it('show the name of a step as text only', () => {
    const run = { ...waiting(0), steps: runOfSteps(['a', '$(bell)\nb']).steps };
    expect(words('done', run, died)).toBe('The step is done, and the run continues with "$\u200b(bell) ⏎ b"');
  });

  it('are missing where the answer says it', () => {
    expect(words('approve', waiting(0), lives)).toBeUndefined();
  });
});
