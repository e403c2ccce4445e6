import type { Prompt } from '../agent/state.ts';
import type { Cause, RunScene } from './actOn.ts';
import { actOn } from './actOn.ts';
import { holdBack, isAsked, takeTurns } from './laterPrompts.ts';
import type { Run } from './run.ts';
import type { RunStepped } from './runEffect.ts';
import { withPending } from './runSteps.ts';

/** An agent may have stopped, failed or asked before it came under this supervision: nobody tells of that again. */
export function met(run: Run, prompts: readonly Prompt[], scene: RunScene): RunStepped | undefined {
  const { agent, at } = scene;
  if (run.pending || run.standing || run.decision || run.gates.length > 0) {
    return undefined;
  }
  const asked = prompts.filter(isAsked);
  if (asked.length > 0) {
    return takeTurns(
      asked.reduce((now, { id }) => holdBack(now, { prompt: id }), run),
      prompts,
      scene,
    );
  }
  const error = causeNow('on_error', agent);
  if (error) {
    return actOn(run, error, scene);
  }
  return causeNow('on_idle', agent)
    ? {
        run: withPending(
          { ...run, standing: 'idle' },
          { kind: 'grace', dueAt: at + run.graceMs, activityAt: agent?.lastActivityAt ?? at },
        ),
        effects: [],
      }
    : undefined;
}

/** What still stands of a trigger, as the row says. */
export function causeNow(
  trigger: 'on_idle' | 'on_error' | 'on_dead',
  agent: RunScene['agent'],
): Cause | undefined {
  switch (trigger) {
    case 'on_idle':
      return agent?.state.kind === 'idle' ? { trigger } : undefined;
    case 'on_error':
      return agent?.state.kind === 'failed' ? { trigger, error: agent.state.error } : undefined;
    case 'on_dead':
      // Its process is known to be gone, whatever its row says; its next start ends the wait.
      return { trigger };
  }
}
