import type { Prompt } from '../agent/state.ts';
import type { Scene } from './actOn.ts';
import { actOn, escalateCause } from './actOn.ts';
import { stoppedBy } from './guards.ts';
import type { Run } from './run.ts';
import type { LaterPrompt } from './runDecision.ts';
import type { RunEffect, RunStepped } from './runEffect.ts';
import { escalate, withoutWait } from './runSteps.ts';

/** Whether a prompt waits for an answer that a run may see to. */
export function isAsked({ confirmedAt, escalatedAt }: Prompt): boolean {
  return confirmedAt !== undefined && escalatedAt === undefined;
}

/** A run with one more prompt whose turn comes later; what is known last about a prompt counts. */
export function holdBack(run: Run, later: LaterPrompt): Run {
  const others = (run.later ?? []).filter(({ prompt }) => prompt !== later.prompt);
  return { ...run, later: [...others, later] };
}

/** The prompts whose turn it is by now; nothing where there is none. `prompts`: what the family asks now. */
export function takeTurns(run: Run, prompts: readonly Prompt[], scene: Scene): RunStepped | undefined {
  let now = run;
  const effects: RunEffect[] = [];
  for (const later of run.later ?? []) {
    const prompt = prompts.find(({ id }) => id === later.prompt);
    if (!prompt || !isAsked(prompt)) {
      now = without(now, later);
    } else if (!stoppedBy({ agent: now.agent, known: true, occasion: 'prompt', run: now })) {
      const acted = act(without(now, later), later, prompt, scene);
      now = acted.run;
      effects.push(...acted.effects);
    }
  }
  return now === run ? undefined : { run: now, effects };
}

function act(run: Run, { refusal, gate }: LaterPrompt, prompt: Prompt, scene: Scene): RunStepped {
  const stands: Run = { ...withoutWait(run), standing: 'prompt' };
  if (refusal === undefined) {
    return actOn(stands, { trigger: 'on_prompt', prompt }, scene);
  }
  return gate && prompt.kind === 'permission'
    ? escalate(stands, scene.at, { source: 'gate', trigger: 'gate', context: refusal, gate, prompt })
    : escalateCause(stands, { trigger: 'on_prompt', prompt }, scene);
}

function without(run: Run, later: LaterPrompt): Run {
  const { later: all = [], ...rest } = run;
  const left = all.filter((one) => one !== later);
  return left.length > 0 ? { ...rest, later: left } : rest;
}
