import type { AgentsState } from '../agent/agents.ts';
import type { Cause, Scene } from './actOn.ts';
import { actOn, escalateCause } from './actOn.ts';
import { choose } from './choose.ts';
import type { Run } from './run.ts';
import { runEnded } from './run.ts';
import { contextOf } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import type { RunInput } from './runInput.ts';
import { advance, endThen, escalate, fail, resume, settled, withAgent, withoutDecision } from './runSteps.ts';

/** What happens to a run that is none of its agents' events. A run that ended stays as it is. */
export function reduceRun(state: AgentsState, input: RunInput): RunStepped | undefined {
  const run = state.runs.get(input.run);
  if (!run || runEnded(run)) {
    return undefined;
  }
  const { at } = input;
  const agent = state.agents.get(run.agent);
  const scene: Scene = { at, agent, stops: false };
  switch (input.type) {
    case 'begun':
      return run.launches === 0 && run.origin === 'started' ? resume(run, undefined) : undefined;
    case 'agentStarted':
      // Until it is heard, what is told of an end is about the process before it.
      return run.pending?.kind === 'start'
        ? { run: withAgent(run, input.agent, input.folder), effects: [] }
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
      return run.status === 'waiting'
        ? undefined
        : escalate(run, at, { source: 'idle', trigger: 'idle', context: contextOf(input.reason, agent) });
    case 'gateFinished':
      return gateFinished(run, input, scene);
    case 'answerFailed': {
      const prompt = agent?.prompts.find(({ id }) => id === input.prompt);
      return prompt && run.status !== 'waiting'
        ? escalateCause(run, { trigger: 'on_prompt', prompt }, scene)
        : undefined;
    }
    case 'chosen':
      return choose(run, input, scene);
    case 'cancelled':
      return endThen(run, 'fail', 'cancelled');
  }
}

/** The wait is over: the run acts if what it waited for still stands. */
function timeCame(run: Run, input: RunInput & { type: 'timeCame' }, scene: Scene): RunStepped | undefined {
  const { pending } = run;
  if ((pending?.kind !== 'grace' && pending?.kind !== 'cooldown') || input.at < pending.dueAt) {
    return undefined;
  }
  const { agent } = scene;
  const cause = pending.kind === 'grace' ? causeNow('on_idle', agent) : causeNow(pending.trigger, agent);
  const moved =
    pending.kind === 'grace' && (input.moved || (agent?.lastActivityAt ?? 0) > pending.activityAt);
  if (!cause || moved) {
    // What stood is over, so the next time is another occasion.
    const { standing: _, ...rest } = settled(run);
    return { run: rest, effects: [] };
  }
  return actOn(settled(run), cause, { ...scene, cooled: pending.kind === 'cooldown' });
}

/** What still stands of a trigger, as the row says. */
function causeNow(trigger: 'on_idle' | 'on_error' | 'on_dead', agent: Scene['agent']): Cause | undefined {
  const kind = agent?.state.kind;
  switch (trigger) {
    case 'on_idle':
      return kind === 'idle' ? { trigger } : undefined;
    case 'on_error':
      return agent?.state.kind === 'failed' ? { trigger, error: agent.state.error } : undefined;
    case 'on_dead':
      return agent === undefined || kind === 'exited' || kind === 'gone' ? { trigger } : undefined;
  }
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
  const stands = decision?.source === 'dead' || (decision?.source === 'gate' && !decision.prompt);
  if (isOver || stands || run.gates.some(({ trigger }) => trigger === 'on_dead')) {
    return undefined;
  }
  const bare = { ...withoutDecision(settled(run)), gates: [] };
  return actOn(bare, { trigger: 'on_dead', ...(code === undefined ? {} : { code }) }, scene);
}

function gateFinished(
  run: Run,
  input: RunInput & { type: 'gateFinished' },
  scene: Scene,
): RunStepped | undefined {
  const gate = run.gates.find(({ id }) => id === input.gate);
  if (!gate) {
    return undefined;
  }
  const rest = { ...run, gates: run.gates.filter((one) => one !== gate) };
  const { prompt: id } = gate;
  if (input.code === 0) {
    if (id !== undefined) {
      const answer = { kind: 'approve' } as const;
      return { run: rest, effects: [{ type: 'answerPrompt', run: run.id, prompt: id, answer }] };
    }
    return gate.trigger === 'on_dead' ? advance(rest, scene.at) : endThen(rest, 'advance', 'gate');
  }
  const prompt = id === undefined ? undefined : scene.agent?.prompts.find((one) => one.id === id);
  if (run.status === 'waiting' || (id !== undefined && !prompt)) {
    // Somebody answered meanwhile, or is asked already.
    return { run: rest, effects: [] };
  }
  const how = input.code === undefined ? 'was ended, or could not be started' : `exit code ${input.code}`;
  const context = `The gate said no: ${input.command}\n${how}\n\n${input.output}`.trim();
  const about = { source: 'gate', trigger: 'gate', context, gate } as const;
  return escalate(rest, scene.at, prompt ? { ...about, prompt } : about);
}
