import type { Agent } from '../agent/agent.ts';
import { wasDismissed } from './dismissed.ts';
import type { Pending, Run, RunStep } from './run.ts';
import type { DecisionSource, RunDecision } from './runDecision.ts';
import { optionsAbout } from './runDecision.ts';
import type { RunEffect, RunStepped } from './runEffect.ts';
import { withoutGates } from './withoutGates.ts';
import { endOf } from './wrapped.ts';

/** A run in which nothing is under way. */
export function settled(run: Run): Run {
  const { pending: _, ...rest } = run;
  return rest;
}

/** A run that asks nobody; what the agent asked a person for is over with the decision about it. */
export function withoutDecision(run: Run): Run {
  const { decision: _, signal, ...rest } = run;
  const now = signal === undefined || signal === 'escalate' ? rest : { ...rest, signal };
  return run.status === 'waiting' ? { ...now, status: 'running' } : now;
}

/** A run that does not wait to act again: something stronger came. */
export function withoutWait(run: Run): Run {
  return run.pending?.kind === 'grace' || run.pending?.kind === 'cooldown' ? settled(run) : run;
}

/** A run whose agent asks nothing any more. */
export function withoutPrompts(run: Run): Run {
  const { later: _, ...rest } = withoutGates(run, () => true);
  return rest;
}

/** A run whose agent is not about to go on with another conversation. */
export function withoutMove(run: Run): Run {
  const { movingPid: _, ...rest } = run;
  return rest;
}

/** A run in the middle of something. */
export function withPending(run: Run, pending: Pending): Run {
  return { ...run, pending };
}

/**
 * How the agent of a step that is done is ended where another step follows: at once, with the turn it is in, or soon,
 * where it cannot end that turn or nothing is heard of its turns.
 */
export type Leaves = 'now' | 'withTurn' | 'soon';

/** How long an agent may take for the rest of its turn after it said that it is done. */
export const turnMs = 60_000;

/** How long one may take to end by itself that asks something, or of which nothing is heard. */
export const soonMs = 10_000;

const leavesMs = { withTurn: turnMs, soon: soonMs } as const;

/** The step is done: the next one starts, or the run is done. `leaves`: its agent is to be ended. */
export function advance(
  run: Run,
  at: number,
  { outcome = 'done', leaves }: { outcome?: 'done' | 'skipped'; leaves?: Leaves } = {},
): RunStepped {
  const {
    signal: _,
    // The clock may have been set back when the agent of the next step signals.
    signalAt: _a,
    standing: _s,
    nudgedAt: _n,
    typedAt: _t,
    sentOnAt: _o,
    unsaid: _u,
    leaving: _l,
    leavingLaunch: _ll,
    movingPid: _m,
    startedAs: _as,
    rowless: _r,
    programGone: _p,
    ...rest
  } = withoutPrompts(withoutDecision(settled(run)));
  const steps = withStep(run, { endedAt: at, outcome });
  const id = run.id;
  if (run.step + 1 >= steps.length) {
    const done: Run = { ...rest, steps, status: 'done', endedAt: at };
    return { run: done, effects: [...endLeaving(run), { type: 'endRun', run: id }] };
  }
  const next: Run = {
    ...rest,
    steps,
    step: run.step + 1,
    agent: '',
    former: formerOf(run),
    attempts: {},
    blocks: 0,
    launches: run.launches + 1,
    pending: { kind: 'start' },
    ...(leaves === 'withTurn' || leaves === 'soon'
      ? { leaving: run.agent, leavingLaunch: run.launches }
      : {}),
  };
  const begun = { ...next, steps: withStep(next, { startedAt: at }) };
  const end = endOf(run, run.agent, run.launches);
  const ends = leaves === undefined ? [] : [leaves === 'now' ? end : { ...end, afterMs: leavesMs[leaves] }];
  const start: RunEffect = { type: 'startAgent', run: id, launch: begun.launches };
  return { run: begun, effects: [...endLeaving(run), ...ends, start] };
}

/** The run failed, and nothing is tried any more. */
export function fail(run: Run, at: number, reason: string): RunStepped {
  const steps = withStep(run, { endedAt: at, outcome: 'failed' });
  const {
    leaving: _,
    leavingLaunch: _l,
    unsaid: _u,
    ...rest
  } = withoutPrompts(withoutDecision(settled(run)));
  const failed: Run = { ...rest, steps, status: 'failed', reason, endedAt: at };
  return { run: failed, effects: [...endLeaving(run), { type: 'endRun', run: run.id }] };
}

/** A run whose agent of an earlier step has gone. */
export function withoutLeaving(run: Run): Run {
  const { leaving: _, leavingLaunch: _l, ...rest } = run;
  return rest;
}

/** Nobody waits any more for the end of a turn of an earlier step. */
function endLeaving(run: Run): readonly RunEffect[] {
  return run.leaving === undefined ? [] : [endOf(run, run.leaving, run.leavingLaunch)];
}

/** Ends the agent's process first. */
export function endThen(
  run: Run,
  then: Extract<Pending, { kind: 'end' }>['then'],
  reason: string,
): RunStepped {
  const ending = withPending(withoutPrompts(withoutDecision(run)), { kind: 'end', then, reason });
  return { run: ending, effects: [endOf(run, run.agent, run.launches)] };
}

/** A text, behind what a person wanted the agent told before. */
export function withWords({ unsaid }: Run, text: string): string {
  return unsaid === undefined ? text : `${unsaid}\n\n${text}`;
}

/** Goes on with the agent's conversation, in a process of its own, which is told what was not said yet. */
export function resume(run: Run, text: string | undefined): RunStepped {
  const {
    standing: _,
    signal: _s,
    movingPid: _m,
    startedAs: _as,
    rowless: _r,
    programGone: _p,
    unsaid,
    ...rest
  } = withoutDecision(settled(run));
  const message = text === undefined ? unsaid : withWords(run, text);
  const launch = run.launches + 1;
  const more = message === undefined ? {} : { message };
  return startNow(withPending({ ...rest, blocks: 0, launches: launch }, { kind: 'start', ...more }));
}

/** Has the agent started that the run is about to start. */
export function startNow(run: Run): RunStepped {
  const { id, agent, launches: launch, pending } = run;
  const message = pending?.kind === 'start' ? pending.message : undefined;
  const start: RunEffect = {
    type: 'startAgent',
    run: id,
    launch,
    ...(agent ? { resume: agent } : {}),
    ...(message === undefined ? {} : { message }),
  };
  return { run, effects: [start] };
}

/** Waits for a person. The agent is left alone. */
export function escalate(
  run: Run,
  at: number,
  about: Pick<RunDecision, 'trigger' | 'context' | 'gate'> & {
    readonly source: DecisionSource;
    readonly prompt?: Agent['prompts'][number];
  },
): RunStepped {
  const { source, trigger, context, prompt, gate } = about;
  const serial = run.serial + 1;
  const decision: RunDecision = {
    id: `${run.id}-${serial}`,
    source,
    trigger,
    openedAt: at,
    context,
    options: optionsAbout(source, prompt),
    ...(prompt ? { prompt: prompt.id } : {}),
    ...(gate ? { gate } : {}),
    // After a reload the prompt is known anew. What a gate says of it now was not dismissed.
    ...(prompt && source !== 'gate' && wasDismissed(run, prompt) ? { dismissed: true } : {}),
  };
  const asked = source === 'signal' ? ({ signal: 'escalate' } as const) : {};
  const waiting: Run = { ...withoutDecision(settled(run)), ...asked, serial, status: 'waiting', decision };
  return { run: waiting, effects: [] };
}

function withStep(run: Run, change: Partial<RunStep>): readonly RunStep[] {
  return run.steps.map((step, at) => (at === run.step ? { ...step, ...change } : step));
}

/** A run that knows where the conversation of its agent is written down. */
export function withTranscript(run: Run, transcript: string): Run {
  const isKnown = run.steps[run.step]?.transcript === transcript;
  return isKnown ? run : { ...run, steps: withStep(run, { transcript }) };
}

/** How many of the agents it had a run remembers: what is heard of older ones is long over. */
const mostFormer = 50;

function formerOf({ agent, former }: Run): Run['former'] {
  return agent ? [...former, agent].slice(-mostFormer) : former;
}

/** A run whose current step is known to be done by an agent, in a folder where that is told. */
export function withAgent(run: Run, agent: string, folder?: string): Run {
  const former = run.agent === agent ? run.former : formerOf(run);
  const where = folder === undefined ? {} : { folder };
  return { ...withoutMove(run), agent, former, steps: withStep(run, { agent, ...where }) };
}
