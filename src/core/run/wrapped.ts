import type { AgentId } from '../agent/agent.ts';
import type { Run, RunStep } from './run.ts';
import type { RunEffect } from './runEffect.ts';

/** Whether a step starts a program, such as a script, that runs its agents itself: one after the other, or none. */
function hasProgram({ origin }: Run, step: RunStep | undefined): boolean {
  return origin === 'started' && step?.command !== undefined && step.program === undefined;
}

/** Whether a name is that of such a program of a run, or of what it left behind. */
export function isProgram(run: Run, name: AgentId | undefined): boolean {
  return name !== undefined && run.startedAs === name && hasProgram(run, run.steps[run.step]);
}

/** Whether a run has such a program now: as long as that lives the run does, whatever becomes of its agents. */
export function isWrapped(run: Run): boolean {
  return isProgram(run, run.startedAs) && !run.programGone;
}

/** How an agent of a run is ended: with the whole program that runs it, where that is not its own. */
export function endOf(
  run: Run,
  agent: AgentId,
  launch: number | undefined,
): RunEffect & { readonly type: 'endAgent' } {
  const step = run.steps.find((one) => one.agent === agent);
  const whole = launch !== undefined && hasProgram(run, step) ? { launch } : {};
  return { type: 'endAgent', run: run.id, agent, ...whole };
}
