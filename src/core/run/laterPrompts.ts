import type { Prompt } from '../agent/state.ts';
import type { RunScene } from './actOn.ts';
import { actOn, escalateCause } from './actOn.ts';
import { stoppedBy } from './guards.ts';
import type { Run } from './run.ts';
import type { Later, LaterPrompt } from './runDecision.ts';
import { promptSource, promptTrigger } from './runDecision.ts';
import type { RunEffect, RunStepped } from './runEffect.ts';
import { escalate, withoutWait } from './runSteps.ts';

/** Whether a prompt waits for an answer that a run may see to. */
export function isAsked({ confirmedAt, escalatedAt }: Prompt): boolean {
  return confirmedAt !== undefined && escalatedAt === undefined;
}

/** A run with one more thing whose turn comes later; what is known last about a prompt, or said last, counts. */
export function holdBack(run: Run, later: Later): Run {
  const others = (run.later ?? []).filter((one) => promptOf(one) !== promptOf(later));
  return { ...run, later: [...others, later] };
}

/** A run whose agent does not ask for a person any more, in what has its turn later. */
export function withoutSignal(run: Run): Run {
  const signal = run.later?.find((one) => promptOf(one) === undefined);
  return signal ? without(run, signal) : run;
}

function promptOf(later: Later): LaterPrompt['prompt'] | undefined {
  return 'prompt' in later ? later.prompt : undefined;
}

/** What has its turn by now; nothing where there is none. `prompts`: what the family asks now. */
export function takeTurns(run: Run, prompts: readonly Prompt[], scene: RunScene): RunStepped | undefined {
  let now = run;
  const effects: RunEffect[] = [];
  for (const later of run.later ?? []) {
    const isFree = !stoppedBy({ agent: now.agent, known: true, occasion: 'prompt', run: now });
    const turn = turnOf(later, prompts);
    if (turn === 'over') {
      now = without(now, later);
    } else if (isFree) {
      const acted = turn(without(now, later), scene);
      now = acted.run;
      effects.push(...acted.effects);
    }
  }
  return now === run ? undefined : { run: now, effects };
}

type Turn = (run: Run, scene: RunScene) => RunStepped;

function turnOf(later: Later, prompts: readonly Prompt[]): Turn | 'over' {
  if (!('prompt' in later)) {
    const about = { source: 'signal', trigger: 'signal', context: later.context } as const;
    return (run, { at }) => escalate(withoutWait(run), at, about);
  }
  const prompt = prompts.find(({ id }) => id === later.prompt);
  return prompt && isAsked(prompt) ? (run, scene) => askAbout(run, later, prompt, scene) : 'over';
}

/** Does what is to be done about a prompt whose turn it is: a person is asked where a rule cannot see to it. */
export function askAbout(
  run: Run,
  { refusal, gate }: LaterPrompt,
  prompt: Prompt,
  scene: RunScene,
): RunStepped {
  const stands: Run = { ...withoutWait(run), standing: 'prompt' };
  if (refusal === undefined) {
    return actOn(stands, { trigger: 'on_prompt', prompt }, scene);
  }
  if (!gate || prompt.kind !== 'permission') {
    return escalateCause(stands, { trigger: 'on_prompt', prompt }, scene);
  }
  const about =
    gate.said === 'yes'
      ? ({ source: promptSource(prompt), trigger: promptTrigger(prompt) } as const)
      : ({ source: 'gate', trigger: 'gate' } as const);
  return escalate(stands, scene.at, { ...about, context: refusal, gate, prompt });
}

function without(run: Run, later: Later): Run {
  const { later: all = [], ...rest } = run;
  const left = all.filter((one) => one !== later);
  return left.length > 0 ? { ...rest, later: left } : rest;
}
