import { promptsOf } from '../agent/agents.ts';
import type { Prompt } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { RunScene } from './actOn.ts';
import { actOn, nudgeSettlesMs } from './actOn.ts';
import { choose } from './choose.ts';
import { finishGate, leaveUnanswered } from './finishGate.ts';
import { isDead } from './isDead.ts';
import type { KnownRuns } from './knownRuns.ts';
import { takeTurns } from './laterPrompts.ts';
import { causeNow, met } from './met.ts';
import type { Pending, Run } from './run.ts';
import { runEnded } from './run.ts';
import type { RunDecision } from './runDecision.ts';
import { contextOf } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import type { RunInput } from './runInput.ts';
import {
  advance,
  endThen,
  escalate,
  fail,
  resume,
  settled,
  withAgent,
  withoutDecision,
  withoutLeaving,
  withoutMove,
  withoutPrompts,
  withPending,
} from './runSteps.ts';
import { neverStarted, takenOver } from './takenOver.ts';
import { isWrapped } from './wrapped.ts';

/** What happens to a run that is none of its agents' events. A run that ended stays as it is. */
export function reduceRun(state: KnownRuns, input: RunInput): RunStepped | undefined {
  const run = state.runs.get(input.run);
  if (!run || runEnded(run)) {
    return undefined;
  }
  const scene: RunScene = { at: input.at, agent: state.agents.get(run.agent), stops: false };
  const prompts = promptsOf(state.family(run.agent));
  const step =
    input.type === 'takenOver'
      ? takenOver(run, state, prompts, { ...scene, ...input })
      : stepOf(run, input, scene, prompts, state);
  const turn = step && takeTurns(step.run, prompts, scene);
  return turn ? { run: turn.run, effects: [...step.effects, ...turn.effects] } : step;
}

function stepOf(
  run: Run,
  input: Exclude<RunInput, { type: 'takenOver' }>,
  scene: RunScene,
  prompts: readonly Prompt[],
  state: KnownRuns,
): RunStepped | undefined {
  const { at } = input;
  switch (input.type) {
    case 'begun':
      if (run.origin === 'supervised') {
        return scene.agent && hasEnded(scene.agent.state) ? ended(run, {}, scene) : met(run, prompts, scene);
      }
      return run.launches === 0 ? resume(run, undefined) : undefined;
    case 'neverStarted':
      return neverStarted(run, input.launch);
    case 'placeMade':
      return run.pending?.kind === 'start' && input.launch === run.launches
        ? { run: placed(run, input.folder), effects: [] }
        : undefined;
    case 'agentStarted':
      // Until it is heard, what is told of an end is about the process before it.
      return run.pending?.kind === 'start'
        ? {
            run: withPending(
              { ...withAgent(run, input.agent, input.folder), startedAs: input.agent },
              { ...run.pending, startedAt: at },
            ),
            effects: [],
          }
        : undefined;
    case 'startFailed':
      return run.pending?.kind === 'start'
        ? escalate(run, at, { source: 'dead', trigger: 'start', context: input.reason })
        : undefined;
    case 'timeCame':
      return timeCame(run, input, scene);
    case 'agentEnded':
      return isEndOf(run, input) ? programEnded(run, input, scene) : leftBy(run, input, state);
    case 'typingFailed':
      return typingFailed(run, input, scene);
    case 'typingImpossible':
      return run.pending?.kind === 'grace' ? endThen(run, 'resume', input.text) : undefined;
    case 'gateFinished':
      return finishGate(run, input, scene, prompts);
    case 'answerFailed':
      return leaveUnanswered(run, input, scene, prompts);
    case 'chosen':
      return sentOn(run, choose(run, input, scene, prompts), at);
    case 'cancelled':
      if (run.pending?.kind === 'end' && run.pending.then === 'fail') {
        return undefined;
      }
      return isDead(run, scene.agent) ? fail(run, at, 'cancelled') : endThen(run, 'fail', 'cancelled');
  }
}

/** Whether it is the current agent that ended; what was started as one may have come to run another since. */
function isEndOf(run: Run, { agent, launch }: RunInput & { type: 'agentEnded' }): boolean {
  const isOwn =
    agent === run.agent || (launch !== undefined && run.startedAs !== undefined && !run.programGone);
  return isOwn && (launch ?? run.launches) === run.launches;
}

/** The agent of an earlier step is gone: nobody has to end it any more. What started it may have gone before it. */
function leftBy(
  run: Run,
  { agent, launch }: RunInput & { type: 'agentEnded' },
  { agents }: KnownRuns,
): RunStepped | undefined {
  const isMeant = launch === undefined ? agent === run.leaving : launch === run.leavingLaunch;
  const row = agents.get(run.leaving ?? '');
  return run.leaving !== undefined && isMeant && (!row || hasEnded(row.state))
    ? { run: withoutLeaving(run), effects: [] }
    : undefined;
}

/** What a run started is gone; a terminal multiplexer leaves the agent it ran behind, and then its own end counts. */
function programEnded(run: Run, end: End, scene: RunScene): RunStepped | undefined {
  const { agent } = scene;
  const isOther = isWrapped(run) && end.launch !== undefined && run.agent !== run.startedAs;
  return isOther && agent && !hasEnded(agent.state) && run.pending?.kind !== 'end'
    ? { run: { ...run, programGone: true }, effects: [] }
    : ended(run, end, scene);
}

/** What a person chose, where it makes the agent go on. */
function sentOn(run: Run, chosen: RunStepped | undefined, sentOnAt: number): RunStepped | undefined {
  const { step: at, unsaid: before } = run;
  const { pending, step, unsaid } = chosen?.run ?? {};
  const goesOn =
    pending?.kind === 'grace' ||
    pending?.kind === 'start' ||
    (unsaid !== undefined && unsaid !== before) ||
    (pending?.kind === 'end' && pending.then === 'resume');
  if (!(chosen && goesOn && step === at)) {
    return chosen;
  }
  // Nobody hears a program work that runs agents, or none.
  const anew = isWrapped(run) ? { attempts: {} } : { sentOnAt };
  return { ...chosen, run: { ...chosen.run, ...anew } };
}

/** However the start ends, the next one finds the folder. */
function placed(run: Run, folder: string): Run {
  const steps = run.steps.map((step, at) => (at === run.step ? { ...step, folder } : step));
  return { ...run, steps };
}

/** The agent did not get its words: a person has to see to it. */
function typingFailed(
  run: Run,
  { reason, said, lasting }: RunInput & { type: 'typingFailed' },
  { at, agent }: RunScene,
): RunStepped | undefined {
  if (run.pending?.kind !== 'grace') {
    // Something was asked meanwhile. What a person said is said when that is over; what a rule says has other times.
    const words = [said?.text, run.unsaid].filter((one) => one !== undefined);
    return said?.agent === run.agent
      ? { run: { ...run, unsaid: words.join('\n\n') }, effects: [] }
      : undefined;
  }
  const { nudgedAt: _, typedAt: _t, ...rest } = run;
  const { state } = agent ?? {};
  const about =
    state?.kind === 'failed'
      ? ({ source: 'error', trigger: state.error.class } as const)
      : ({ source: 'idle', trigger: 'idle' } as const);
  const asked = escalate(rest, at, { ...about, context: contextOf(reason, agent) });
  return agent ? (lasting ? withOptions(asked, notRecommended) : asked) : withOptions(asked, withoutNudge);
}

type Options = RunDecision['options'];

function withOptions({ run, effects }: RunStepped, change: (options: Options) => Options): RunStepped {
  const { decision } = run;
  return {
    run: decision ? { ...run, decision: { ...decision, options: change(decision.options) } } : run,
    effects,
  };
}

/** What cannot be typed to an agent of which nothing is heard could not be typed the next time either. */
function withoutNudge(options: Options): Options {
  return options.filter(({ choice }) => choice !== 'nudge');
}

function notRecommended(options: Options): Options {
  return options.map((option) => {
    const { recommended: _, ...plain } = option;
    return option.choice === 'nudge' ? plain : option;
  });
}

/** The wait is over: the run acts if what it waited for still stands. */
function timeCame(run: Run, input: RunInput & { type: 'timeCame' }, scene: RunScene): RunStepped | undefined {
  const { pending } = run;
  if ((pending?.kind !== 'grace' && pending?.kind !== 'cooldown') || input.dueAt !== pending.dueAt) {
    return undefined;
  }
  const { agent } = scene;
  const cause =
    pending.kind === 'grace'
      ? // A nudge about an error that moved nothing is one about that error again.
        (causeNow('on_idle', agent) ?? causeNow('on_error', agent))
      : causeNow(pending.trigger, agent);
  if (!cause) {
    // What stood is over, so the next time is another occasion.
    const { standing: _, ...rest } = settled(run);
    return { run: rest, effects: [] };
  }
  const later = putOff(run, pending, input, agent?.lastActivityAt ?? 0);
  if (later) {
    return { run: withPending(run, later), effects: [] };
  }
  return actOn(settled(run), cause, { ...scene, cooled: pending.kind === 'cooldown' });
}

type Wait = Extract<Pending, { kind: 'grace' | 'cooldown' }>;

/**
 * The wait for a grace in which nothing moves, where something did: a person may be about to write, and what stands in
 * the agent's input may be lost. It is idle all the same, and may never say so again. Nobody writes to a dead agent.
 */
function putOff(
  { graceMs }: Run,
  pending: Wait,
  { at, movedAt = Number.NEGATIVE_INFINITY }: RunInput & { type: 'timeCame' },
  lastActivityAt: number,
): Wait | undefined {
  const isHeard = pending.kind === 'grace' && lastActivityAt > pending.activityAt;
  const dueAt = Math.max(movedAt, isHeard ? at : movedAt) + (graceMs || nudgeSettlesMs);
  if (dueAt <= at || (pending.kind === 'cooldown' && pending.trigger === 'on_dead')) {
    return undefined;
  }
  return isHeard ? { ...pending, dueAt, activityAt: lastActivityAt } : { ...pending, dueAt };
}

/** How long a program lives that could be started, whatever comes of it then. */
const startMs = 10_000;

/** Whether the agent that ends now ended at once, without a word. */
function isFailedStart({ pending }: Run, at: number): boolean {
  const livedMs = pending?.kind === 'start' ? at - (pending.startedAt ?? at) : startMs;
  return livedMs >= 0 && livedMs < startMs;
}

interface End {
  readonly code?: number;
  readonly launch?: number;
}

/** The agent's process is gone: what was to come after that, or the death of an agent nobody ended. */
export function ended(run: Run, { code, launch }: End, scene: RunScene): RunStepped | undefined {
  const { pending, decision } = run;
  if (pending?.kind === 'end') {
    const { then, reason } = pending;
    switch (then) {
      case 'advance':
        return advance(run, scene.at);
      case 'skip':
        return advance(run, scene.at, { outcome: 'skipped' });
      case 'fail':
        return fail(run, scene.at, reason);
      case 'resume':
        return resume(run, reason || undefined);
    }
  }
  const isOver =
    (pending?.kind === 'start' && launch === undefined) ||
    (pending?.kind === 'cooldown' && pending.trigger === 'on_dead');
  // A decision about a living agent is over with its life; one about its death stands already.
  const stands = decision?.source === 'dead' || decision?.gate?.trigger === 'on_dead';
  if (isOver || stands || run.gates.some(({ trigger }) => trigger === 'on_dead')) {
    return undefined;
  }
  const bare = withoutMove(withoutPrompts(withoutDecision(settled(run))));
  const how = {
    ...(code === undefined ? {} : { code }),
    ...(isFailedStart(run, scene.at) ? { atOnce: true } : {}),
  };
  return actOn(bare, { trigger: 'on_dead', ...how }, scene);
}
