import type { Agent } from '../agent/agent.ts';
import { hasEnded } from '../agent/state.ts';
import type { Run } from '../run/run.ts';
import { runEnded } from '../run/run.ts';
import { isWrapped } from '../run/wrapped.ts';
import { durationText } from '../text/durationText.ts';
import { stateWord } from './agentWords.ts';
import type { RowIcon } from './rowBase.ts';

/** How a step of a run stands. */
export type StepState =
  | 'done'
  | 'working'
  | 'idle'
  | 'tries again'
  | 'needs you'
  | 'pending'
  | 'not started'
  | 'skipped'
  | 'failed';

/** What each state of a step looks like. */
export const stepIcons: Readonly<Record<StepState, RowIcon>> = {
  done: { id: 'pass', color: 'testing.iconPassed' },
  working: { id: 'loading~spin', color: 'progressBar.background' },
  idle: { id: 'circle-outline', color: 'disabledForeground' },
  'tries again': { id: 'watch', color: 'disabledForeground' },
  'needs you': { id: 'bell-dot', color: 'beckon.needsYou' },
  pending: { id: 'circle-large-outline', color: 'disabledForeground' },
  'not started': { id: 'circle-slash', color: 'disabledForeground' },
  skipped: { id: 'debug-step-over', color: 'disabledForeground' },
  failed: { id: 'error', color: 'list.errorForeground' },
};

/** How a step stands; `agent` is the one that does it, where it is known. */
export function stepState(run: Run, index: number, agent: Agent | undefined): StepState {
  const { outcome } = run.steps[index] ?? {};
  if (outcome) {
    return outcome;
  }
  if (runEnded(run)) {
    return 'not started';
  }
  if (index !== run.step) {
    return 'pending';
  }
  if (run.status === 'waiting') {
    return 'needs you';
  }
  if (run.pending?.kind === 'cooldown') {
    return 'tries again';
  }
  // What the run does then is more than what its agent does, or asks.
  if (isBusy(run)) {
    return 'working';
  }
  const { kind } = agent?.state ?? {};
  return kind === 'prompting' ? 'needs you' : kind === 'idle' ? 'idle' : 'working';
}

/** Whether a run does something itself: a gate of it runs, or its agent is being started or ended. */
export function isBusy({ gates, pending }: Run): boolean {
  return gates.length > 0 || pending?.kind === 'start' || pending?.kind === 'end';
}

/** What a run that goes on does, in a word or two. */
export function doingWord(run: Run, agent: Agent | undefined): string {
  const { pending, gates } = run;
  if (pending?.kind === 'end') {
    return 'ending';
  }
  // A program that runs agents, or none, tells nothing of itself.
  if (isWrapped(run) && gates.length === 0 && (!agent || hasEnded(agent.state))) {
    return 'running';
  }
  if (pending?.kind === 'start') {
    return 'starting';
  }
  // After a reload, or once its row was forgotten, nothing is known of an agent that lives.
  return gates.length > 0 ? 'gate runs' : agent ? stateWord(agent.state) : 'running';
}

/** When a run tries again that waits for that, in words, the time rounded up: `tries again in 5m`. */
export function tryWords({ pending }: Run, now: number): string | undefined {
  if (pending?.kind !== 'cooldown') {
    return undefined;
  }
  const leftMs = pending.dueAt - now;
  const unitMs = leftMs > 60_000 ? 60_000 : 10_000;
  return leftMs > 0 ? `tries again in ${durationText(leftMs + unitMs - 1)}` : 'tries again soon';
}

/** How long a step took, or takes so far; nothing for one that did not begin. */
export function stepTime(run: Run, index: number, now: number): string {
  const { startedAt, endedAt } = run.steps[index] ?? {};
  if (startedAt === undefined) {
    return '';
  }
  const time = durationText((endedAt ?? now) - startedAt);
  return endedAt === undefined ? time : `took ${time === 'now' ? '<10s' : time}`;
}
