import type { Agent } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { Event } from '../event/event.ts';
import type { Cause, RunScene } from './actOn.ts';
import { actOn } from './actOn.ts';
import { followAgent, isStartedFor } from './followAgent.ts';
import { goOn } from './goOn.ts';
import { stoppedBy } from './guards.ts';
import type { KnownRuns, Runs } from './knownRuns.ts';
import { holdBack, takeTurns } from './laterPrompts.ts';
import type { Happened } from './occasions.ts';
import { occasionsOf } from './occasions.ts';
import { ended } from './reduceRun.ts';
import type { Rows } from './rows.ts';
import type { Run } from './run.ts';
import { runOf } from './run.ts';
import type { RunEffect, RunStepped } from './runEffect.ts';
import { withoutWait, withPending } from './runSteps.ts';
import { signalRun } from './signalRun.ts';
import { isWrapped } from './wrapped.ts';

/** What an event means to the supervised runs. It reads rows and never changes one. */
export function triggerRuns(
  state: KnownRuns,
  event: Event,
  rows: Rows,
): { runs: Runs; effects: readonly RunEffect[] } {
  if (event.type === 'signalled') {
    return stepped(state.runs, signalRun(state, event));
  }
  if (state.runs.size === 0 || rows.changes.length === 0) {
    return { runs: state.runs, effects: [] };
  }
  const root = agentId(event.program, event.session);
  const { after } = rows.changes.find((change) => change.after?.id === root) ?? {};
  let runs = followAgent(state, event, root, rows.changes);
  const before = runOf(runs, root);
  const { run: current, effects: own } = before
    ? goOn(before, event, root, rows)
    : { run: before, effects: [] };
  runs = current && current !== before ? new Map(runs).set(current.id, current) : runs;
  const effects: RunEffect[] = [...own];
  // An agent that a run has just started is known by it, whatever of it is heard first.
  const known =
    (before?.agent === root && (before.pending?.kind === 'start' || before.rowless)) ||
    rows.changes.every((change) => change.after?.id !== root || change.before !== undefined);
  const scene = sceneOf(event, after ?? state.agents.get(root));
  const turn = current?.agent === root && takeTurns(current, [...rows.prompts.values()], scene);
  if (turn) {
    runs = new Map(runs).set(turn.run.id, turn.run);
    effects.push(...turn.effects);
  }
  for (const happened of occasionsOf(event, root, rows.changes)) {
    const run = runOf(runs, root);
    const { occasion, cause } = happened;
    if (run && !stoppedBy({ agent: root, known, occasion, run, stops: scene.stops })) {
      const acted = act(run, happened, { event, scene });
      runs = acted ? new Map(runs).set(run.id, acted.run) : runs;
      effects.push(...(acted?.effects ?? []));
    } else if (run?.agent === root && run.status === 'waiting' && cause.trigger === 'on_prompt') {
      runs = new Map(runs).set(run.id, holdBack(run, { prompt: cause.prompt.id }));
    }
  }
  return { runs, effects };
}

function sceneOf(event: Event, agent: Agent | undefined): RunScene {
  return { at: event.at, agent, stops: event.type === 'turnEnded' && event.waits === true };
}

function act(
  run: Run,
  { occasion, cause }: Happened,
  { event, scene }: { readonly event: Event; readonly scene: RunScene },
): RunStepped | undefined {
  if (cause.trigger === 'on_dead') {
    return isToldByStarter(run, event) ? undefined : ended(run, cause, scene);
  }
  const standing = occasion === 'error' || occasion === 'dead' ? run : { ...run, standing: occasion };
  // What a person said waits for nothing else, where the agent itself says that it is idle.
  const isSaid = run.unsaid !== undefined && occasion === 'idle';
  return !isSaid && isDeferred(run, cause, scene)
    ? { run: deferred(standing, scene), effects: [] }
    : actOn(withoutWait(standing), cause, scene);
}

/**
 * Whether whoever started an agent has yet to tell of its end. A program that ran it may run another one; and an agent
 * that says itself that it ends still has its process, which must be gone before another one has the conversation.
 */
function isToldByStarter(run: Run, event: Event): boolean {
  return isWrapped(run) || (isStartedFor(run, event) && !run.programGone);
}

/** An agent that does not wait for a word at the end of its turn may be about to go on, or a person to write. */
function isDeferred(run: Run, { trigger }: Cause, { stops }: RunScene): boolean {
  return trigger === 'on_idle' && !stops && run.graceMs > 0;
}

function deferred(run: Run, { at, agent }: RunScene): Run {
  const activityAt = agent?.lastActivityAt ?? at;
  return withPending(run, { kind: 'grace', dueAt: at + run.graceMs, activityAt });
}

function stepped(runs: Runs, step: RunStepped | undefined): { runs: Runs; effects: readonly RunEffect[] } {
  return step
    ? { runs: new Map(runs).set(step.run.id, step.run), effects: step.effects }
    : { runs, effects: [] };
}
