import type { AgentsState } from '../agent/agents.ts';
import type { Prompt } from '../agent/state.ts';
import type { Scene } from './actOn.ts';
import { isInTurn } from './goOn.ts';
import { met } from './met.ts';
import type { Run } from './run.ts';
import type { RunStepped } from './runEffect.ts';
import { startNow, turnMs, withPending } from './runSteps.ts';
import { endOf } from './wrapped.ts';

/** What a run does whose supervisor is gone: what its agent did meanwhile, and the end of the one of the last step. */
export function takenOver(
  run: Run,
  { agents }: Pick<AgentsState, 'agents'>,
  prompts: readonly Prompt[],
  scene: Scene,
): RunStepped | undefined {
  const stepped = met(run, prompts, scene) ?? untilKnown(run, scene);
  if (run.leaving === undefined) {
    return stepped;
  }
  const { run: now, effects } = stepped ?? { run, effects: [] };
  const end = endOf(run, run.leaving, run.leavingLaunch);
  if (isInTurn(agents.get(run.leaving)?.state)) {
    return { run: now, effects: [...effects, { ...end, afterMs: turnMs }] };
  }
  const { leaving: _, leavingLaunch: _l, ...rest } = now;
  return { run: rest, effects: [...effects, end] };
}

/** How long a new supervisor may take to learn what an agent does. */
const learnMs = 5000;

/** What is due before it is known what the agent does is due then. */
function untilKnown(run: Run, { at, agent }: Scene): RunStepped | undefined {
  const { pending } = run;
  const waits = pending?.kind === 'grace' || pending?.kind === 'cooldown';
  return waits && !agent && pending.dueAt < at + learnMs
    ? { run: withPending(run, { ...pending, dueAt: at + learnMs }), effects: [] }
    : undefined;
}

/** Starts the agent that nobody began to start. */
export function neverStarted(run: Run, launch: number): RunStepped | undefined {
  const { pending, launches } = run;
  return pending?.kind === 'start' && pending.startedAt === undefined && launch === launches
    ? startNow(run)
    : undefined;
}
