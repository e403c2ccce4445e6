import { defaultPolicy } from '../../src/core/run/policy.ts';
import { withPrograms } from '../../src/core/run/programLaunch.ts';
import type { Run, RunStep } from '../../src/core/run/run.ts';
import { newRun } from '../../src/core/run/run.ts';
import type { RunDecision } from '../../src/core/run/runDecision.ts';
import { optionsAbout } from '../../src/core/run/runDecision.ts';
import { purePrograms } from './purePrograms.ts';

/** A step of a run, with the default policy. */
export function stepOf(name: string, more: Partial<RunStep> = {}): RunStep {
  return { name, command: 'claude', worktree: false, policy: defaultPolicy, ...more };
}

/** A run that began at 0 and has an agent of session `s1`; of one step unless told. */
export function runOfSteps(names: readonly string[] = ['build'], more: Partial<Run> = {}): Run {
  const begun = newRun({
    id: 'run-1',
    name: 'feature',
    folder: '/w',
    origin: 'started',
    startedAt: 0,
    steps: names.map((name) => stepOf(name)),
    graceMs: 60_000,
    agent: 'claude-code:s1',
  });
  return withPrograms({ ...begun, ...more }, purePrograms);
}

/** A decision of a run, about its idle agent unless told. */
export function decisionOf(more: Partial<RunDecision> = {}): RunDecision {
  const source = more.source ?? 'idle';
  return {
    id: 'run-1-1',
    source,
    trigger: 'idle',
    openedAt: 1000,
    context: 'The agent is idle and waits for input.',
    options: optionsAbout(source),
    ...more,
  };
}

/** A run that waits for a decision. */
export function waitingRun(decision: Partial<RunDecision> = {}, more: Partial<Run> = {}): Run {
  return runOfSteps(['build'], { status: 'waiting', decision: decisionOf(decision), ...more });
}
