import type { AgentsState } from '../agent/agents.ts';
import { familyOf } from '../agent/agents.ts';
import type { Prompt } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { Scene } from './actOn.ts';
import { actOn, escalateCause, nudgeSettlesMs } from './actOn.ts';
import { choose } from './choose.ts';
import { finishGate } from './finishGate.ts';
import { isDead } from './isDead.ts';
import { holdBack, takeTurns } from './laterPrompts.ts';
import { causeNow, met } from './met.ts';
import type { Run } from './run.ts';
import { runEnded } from './run.ts';
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
  withoutPrompts,
  withPending,
} from './runSteps.ts';

/** What happens to a run that is none of its agents' events. A run that ended stays as it is. */
export function reduceRun(state: AgentsState, input: RunInput): RunStepped | undefined {
  const run = state.runs.get(input.run);
  if (!run || runEnded(run)) {
    return undefined;
  }
  const scene: Scene = { at: input.at, agent: state.agents.get(run.agent), stops: false };
  const prompts = familyOf(state.agents, run.agent).flatMap((one) => one.prompts);
  const step = stepOf(run, input, scene, prompts);
  const turn = step && takeTurns(step.run, prompts, scene);
  return turn ? { run: turn.run, effects: [...step.effects, ...turn.effects] } : step;
}

function stepOf(run: Run, input: RunInput, scene: Scene, prompts: readonly Prompt[]): RunStepped | undefined {
  const { at } = input;
  switch (input.type) {
    case 'begun':
      if (run.origin === 'supervised') {
        return scene.agent && hasEnded(scene.agent.state) ? ended(run, {}, scene) : met(run, prompts, scene);
      }
      return run.launches === 0 ? resume(run, undefined) : undefined;
    case 'takenOver':
      return met(run, prompts, scene);
    case 'placeMade':
      return run.pending?.kind === 'start' && input.launch === run.launches
        ? { run: placed(run, input.folder), effects: [] }
        : undefined;
    case 'agentStarted':
      // Until it is heard, what is told of an end is about the process before it.
      return run.pending?.kind === 'start'
        ? {
            run: withPending(withAgent(run, input.agent, input.folder), { kind: 'start', startedAt: at }),
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
      return input.agent === run.agent && (input.launch ?? run.launches) === run.launches
        ? ended(run, input, scene)
        : undefined;
    case 'typingFailed':
      return typingFailed(run, input, scene);
    case 'typingImpossible':
      return run.pending?.kind === 'grace' ? endThen(run, 'resume', input.text) : undefined;
    case 'gateFinished':
      return finishGate(run, input, scene, prompts);
    case 'answerFailed': {
      const prompt = prompts.find(({ id }) => id === input.prompt);
      if (!prompt || prompt.escalatedAt !== undefined || run.decision?.prompt === prompt.id) {
        return undefined;
      }
      return run.status === 'waiting'
        ? { run: holdBack(run, { prompt: prompt.id, refusal: input.reason }), effects: [] }
        : escalateCause(run, { trigger: 'on_prompt', prompt }, scene);
    }
    case 'chosen':
      return sentOn(run, choose(run, input, scene, prompts), at);
    case 'cancelled':
      if (run.pending?.kind === 'end' && run.pending.then === 'fail') {
        return undefined;
      }
      return isDead(run, scene.agent) ? fail(run, at, 'cancelled') : endThen(run, 'fail', 'cancelled');
  }
}

/** What a person chose, where it makes the agent go on. */
function sentOn(
  { step: at, unsaid: before }: Run,
  chosen: RunStepped | undefined,
  sentOnAt: number,
): RunStepped | undefined {
  const { pending, step, unsaid } = chosen?.run ?? {};
  const goesOn =
    pending?.kind === 'grace' ||
    pending?.kind === 'start' ||
    (unsaid !== undefined && unsaid !== before) ||
    (pending?.kind === 'end' && pending.then === 'resume');
  return chosen && goesOn && step === at ? { ...chosen, run: { ...chosen.run, sentOnAt } } : chosen;
}

/** However the start ends, the next one finds the folder. */
function placed(run: Run, folder: string): Run {
  const steps = run.steps.map((step, at) => (at === run.step ? { ...step, folder } : step));
  return { ...run, steps };
}

/** The agent did not get its words: a person has to see to it. */
function typingFailed(
  run: Run,
  { reason, text }: RunInput & { type: 'typingFailed' },
  { at, agent }: Scene,
): RunStepped | undefined {
  if (run.pending?.kind !== 'grace') {
    // Something was asked meanwhile. What a person said is said when that is over; what a rule says has other times.
    return text !== undefined && run.sentOnAt !== undefined && run.unsaid === undefined
      ? { run: { ...run, unsaid: text }, effects: [] }
      : undefined;
  }
  const { nudgedAt: _, typedAt: _t, ...rest } = run;
  const { state } = agent ?? {};
  const about =
    state?.kind === 'failed'
      ? ({ source: 'error', trigger: state.error.class } as const)
      : ({ source: 'idle', trigger: 'idle' } as const);
  return escalate(rest, at, { ...about, context: contextOf(reason, agent) });
}

/** The wait is over: the run acts if what it waited for still stands. */
function timeCame(run: Run, input: RunInput & { type: 'timeCame' }, scene: Scene): RunStepped | undefined {
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
  const lastActivityAt = agent?.lastActivityAt ?? 0;
  if (pending.kind === 'grace' && (input.moved || lastActivityAt > pending.activityAt)) {
    // It is idle all the same, and may never say so again.
    const activityAt = Math.max(pending.activityAt, lastActivityAt);
    const dueAt = input.at + (run.graceMs || nudgeSettlesMs);
    return { run: withPending(run, { kind: 'grace', dueAt, activityAt }), effects: [] };
  }
  return actOn(settled(run), cause, { ...scene, cooled: pending.kind === 'cooldown' });
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
export function ended(run: Run, { code, launch }: End, scene: Scene): RunStepped | undefined {
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
  const bare = withoutPrompts(withoutDecision(settled(run)));
  const how = {
    ...(code === undefined ? {} : { code }),
    ...(isFailedStart(run, scene.at) ? { atOnce: true } : {}),
  };
  return actOn(bare, { trigger: 'on_dead', ...how }, scene);
}
