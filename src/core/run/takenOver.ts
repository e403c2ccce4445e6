import type { Prompt } from '../agent/state.ts';
import type { RunScene } from './actOn.ts';
import { isInTurn } from './goOn.ts';
import type { KnownRuns } from './knownRuns.ts';
import { met } from './met.ts';
import type { Run } from './run.ts';
import type { RunStepped } from './runEffect.ts';
import { soonMs, startNow, turnMs, withoutLeaving, withPending } from './runSteps.ts';
import { endOf } from './wrapped.ts';

/** What a run does whose supervisor is gone: what its agent did meanwhile, and the end of the one of the last step. */
export function takenOver(
  run: Run,
  { agents }: Pick<KnownRuns, 'agents'>,
  prompts: readonly Prompt[],
  scene: RunScene & { readonly late?: true },
): RunStepped | undefined {
  const stepped = met(run, prompts, scene) ?? untilKnown(run, scene);
  if (run.leaving === undefined) {
    return stepped;
  }
  const { run: now, effects } = stepped ?? { run, effects: [] };
  const end = endOf(run, run.leaving, run.leavingLaunch);
  const state = agents.get(run.leaving)?.state;
  if (!state && !scene.late) {
    return stepped;
  }
  if (isInTurn(state)) {
    const afterMs = state?.kind === 'working' ? turnMs : soonMs;
    return { run: now, effects: [...effects, { ...end, afterMs }] };
  }
  return { run: withoutLeaving(now), effects: [...effects, end] };
}

/** How long a new supervisor may take to learn what an agent does. */
const learnMs = 5000;

/** What is due before it is known what the agent does is due then. */
function untilKnown(run: Run, { at, agent }: RunScene): RunStepped | undefined {
  const { pending } = run;
  const waits = pending?.kind === 'grace' || pending?.kind === 'cooldown';
  return waits && !agent && pending.dueAt < at + learnMs
    ? { run: withPending(run, { ...pending, dueAt: at + learnMs }), effects: [] }
    : undefined;
}

/** Starts the agent that nobody began to start, or whose process never came to be. */
export function neverStarted(run: Run, launch: number): RunStepped | undefined {
  const { pending, launches, startedAs: _, ...rest } = run;
  if (pending?.kind !== 'start' || launch !== launches) {
    return undefined;
  }
  const { startedAt, ...start } = pending;
  // One that never said where its conversation is has none to go on with.
  const isNew = startedAt !== undefined && run.steps[run.step]?.transcript === undefined;
  return startNow({ ...rest, launches, pending: start, ...(isNew ? { agent: '' } : {}) });
}
