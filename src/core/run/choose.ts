import type { Prompt } from '../agent/state.ts';
import type { Answer } from '../decision/answer.ts';
import type { RunScene } from './actOn.ts';
import { nudgeText, say, startGate } from './actOn.ts';
import { withDismissed } from './dismissed.ts';
import { isDead } from './isDead.ts';
import type { Run } from './run.ts';
import type { Choice, RunDecision } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import { advance, endThen, fail, resume, withoutDecision, withWords } from './runSteps.ts';

/** What a person said to a run that waits. */
interface Chosen {
  readonly decision: string;
  readonly choice: Choice;
  readonly message?: string;
}

/**
 * Does what a person chose; nothing where the run waits for something else, or has no such option. `prompts`: what the
 * agent and its subagents ask now.
 */
export function choose(
  run: Run,
  { decision: id, choice, message }: Chosen,
  scene: RunScene,
  prompts: readonly Prompt[],
): RunStepped | undefined {
  const { decision } = run;
  if (decision?.id !== id || !decision.options.some((option) => option.choice === choice)) {
    return undefined;
  }
  const dead = isDead(run, scene.agent);
  const { signal: _, ...free } = withoutDecision(run);
  // A person wants to answer it in the terminal.
  const isLeft = prompts.some((one) => one.id === decision.prompt && one.escalatedAt !== undefined);
  switch (choice) {
    case 'nudge':
      if (dead) {
        return resume(run, message);
      }
      return canHear(scene.agent, prompts)
        ? say(free, withWords(free, message ?? nudgeText), scene)
        : { run: { ...free, unsaid: withWords(free, message ?? nudgeText) }, effects: [] };
    case 'done':
      return dead ? advance(run, scene.at) : endThen(run, 'advance', 'done');
    case 'skip':
      return dead ? advance(run, scene.at, { outcome: 'skipped' }) : endThen(run, 'skip', 'skipped');
    case 'cancel':
      return dead ? fail(run, scene.at, 'cancelled') : endThen(run, 'fail', 'cancelled');
    case 'retry':
      if (decision.gate) {
        // What a person has run is no attempt of the rule.
        const { key: _k, ...gate } = decision.gate;
        return isLeft ? undefined : startGate(free, gate);
      }
      return dead ? resume(run, message) : endThen(run, 'resume', message ?? '');
    case 'dismiss':
      return { run: dismiss(run, decision, prompts), effects: [] };
    case 'approve':
    case 'deny':
    case 'answer':
      return isLeft ? undefined : answer(run, decision, answerOf(choice, message, decision, prompts));
  }
}

function dismiss(run: Run, decision: RunDecision, prompts: readonly Prompt[]): Run {
  const prompt = prompts.find(({ id }) => id === decision.prompt);
  const quiet: Run = { ...run, decision: { ...decision, dismissed: true } };
  return prompt ? withDismissed(quiet, prompt) : quiet;
}

/** Whether the agent takes a text now for what it is: in its turn it would be disturbed, at a prompt it would answer that. */
function canHear(agent: RunScene['agent'], prompts: readonly Prompt[]): boolean {
  return prompts.length === 0 && agent?.state.kind !== 'working';
}

/** The run waits on until the prompt is over: only then is it answered. */
function answer(run: Run, { prompt }: RunDecision, given: Answer | undefined): RunStepped | undefined {
  return prompt === undefined || !given
    ? undefined
    : { run, effects: [{ type: 'answerPrompt', run: run.id, prompt, answer: given }] };
}

function answerOf(
  choice: 'approve' | 'deny' | 'answer',
  message: string | undefined,
  { prompt: id }: RunDecision,
  prompts: readonly Prompt[],
): Answer | undefined {
  switch (choice) {
    case 'approve':
      return { kind: 'approve' };
    case 'deny':
      return { kind: 'deny', ...(message === undefined ? {} : { message }) };
    case 'answer': {
      const [question, ...more] = prompts.find((prompt) => prompt.id === id)?.questions ?? [];
      return question && more.length === 0 && message
        ? { kind: 'answer', answers: { [question.question]: message } }
        : undefined;
    }
  }
}
