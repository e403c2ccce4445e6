import { agentId } from '../../src/core/agent/agent.ts';
import type { AgentEvent } from '../../src/core/event/agentEvent.ts';
import { eventOf } from '../../src/core/event/agentEvent.ts';
import type { Event, Signal } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { Effect } from '../../src/core/roster/rosterStep.ts';
import type { Policy, Rule, Trigger } from '../../src/core/run/policy.ts';
import { defaultPolicy, gateTimeoutMs } from '../../src/core/run/policy.ts';
import { withPrograms } from '../../src/core/run/programLaunch.ts';
import type { Pending, Run, RunStart, RunStep } from '../../src/core/run/run.ts';
import { defaultGraceMs, newRun } from '../../src/core/run/run.ts';
import type { Choice, RunDecision } from '../../src/core/run/runDecision.ts';
import type { RunEffect } from '../../src/core/run/runEffect.ts';
import type { RunInput } from '../../src/core/run/runInput.ts';
import { parseClaudeSession } from '../../src/programs/claudeCode/pure/sessionFile.ts';
import { hook, nextId } from './claude.ts';
import { purePrograms } from './purePrograms.ts';
import { reduceAgents, reduceRun } from './rosterState.ts';

/** The agent that runs of tests follow at first. */
export const agent = agentId('claude-code', 's1');

/** The grace of the runs of tests. */
export const grace = defaultGraceMs;

/** A rule with what differs from a plain one. */
export function ruleOf(action: Rule['action'], more: Partial<Rule> = {}): Rule {
  return { action, attempts: 1, cooldownMs: 0, timeoutMs: gateTimeoutMs, ...more };
}

/** A step with what its policy says besides the default. */
export function stepOf(name: string, policy: Partial<Policy> = {}): RunStep {
  return { name, command: 'claude', worktree: false, policy: { ...defaultPolicy, ...policy } };
}

/** A run over the agent of the tests: one step unless told. */
export function runOver(policy: Partial<Policy> = {}, more: Partial<RunStart> = {}): Run {
  const begun = newRun({
    id: 'r1',
    name: 'feature',
    folder: '/w',
    origin: 'supervised',
    startedAt: 0,
    steps: [stepOf('build', policy)],
    graceMs: grace,
    agent,
    ...more,
  });
  return withPrograms(begun, purePrograms);
}

/** What a step made a run act on, as the run shows it: a gate, a question to a person, a wait, a start, or what stands. */
export function actedOn(before: Run | undefined, after: Run | undefined): readonly Trigger[] {
  if (!before || !after || after === before) {
    return [];
  }
  const { decision, pending } = after;
  const gates = after.gates.filter(({ id }) => before.gates.every((gate) => gate.id !== id));
  const asks = decision && decision.id !== before.decision?.id && askedBy(decision);
  const waits = pending && !isSameWait(pending, before.pending) && waitOf(pending, after.step > before.step);
  const stands = after.standing !== before.standing && standingOf[after.standing ?? 'signal'];
  const found = [...gates.map(({ trigger }) => trigger), asks, waits, stands].filter((one) => !!one);
  return [...new Set(found as Trigger[])];
}

function isSameWait(a: Pending, b: Pending | undefined): boolean {
  const due = (one: Pending) => ('dueAt' in one ? one.dueAt : undefined);
  return b?.kind === a.kind && due(a) === due(b);
}

function askedBy({ source, gate }: RunDecision): Trigger | undefined {
  const triggers = { idle: 'on_idle', error: 'on_error', dead: 'on_dead', signal: undefined } as const;
  return source in triggers ? triggers[source as keyof typeof triggers] : (gate?.trigger ?? 'on_prompt');
}

function waitOf(pending: Pending, isNextStep: boolean): Trigger | undefined {
  const triggers = { grace: 'on_idle', start: isNextStep ? undefined : 'on_dead', end: undefined } as const;
  return pending.kind === 'cooldown' ? pending.trigger : triggers[pending.kind];
}

const standingOf = { idle: 'on_idle', quiet: 'on_idle', prompt: 'on_prompt', signal: undefined } as const;

type Distributed<T> = T extends unknown ? Omit<T, 'run'> : never;

/** One run, and what it did; events and inputs are applied in the order they are given. */
export class Supervision {
  state: AgentsState;
  readonly #triggers: Trigger[] = [];
  #effects: Effect[] = [];

  constructor(run: Run) {
    this.state = { ...noAgents, runs: new Map([[run.id, run]]) };
  }

  /** The run as it is now. */
  get run(): Run {
    const [run] = this.state.runs.values();
    if (!run) {
      throw new Error('no run');
    }
    return run;
  }

  /** Applies events. */
  hear(...events: readonly (Event | undefined)[]): this {
    for (const event of events) {
      if (event) {
        const [before] = this.state.runs.values();
        const step = reduceAgents(this.state, event);
        this.state = step.state;
        this.#effects.push(...step.effects);
        this.#triggers.push(...actedOn(before, this.state.runs.get(before?.id ?? '')));
      }
    }
    return this;
  }

  /** Applies what is none of the agent's events; says whether it meant anything. */
  tell(input: Distributed<RunInput>): boolean {
    const step = reduceRun(this.state, { ...input, run: this.run.id } as RunInput);
    if (step) {
      this.state = { ...this.state, runs: new Map(this.state.runs).set(step.run.id, step.run) };
      this.#effects.push(...step.effects);
    }
    return step !== undefined;
  }

  /** The time that the run waits for has come; something moved then. */
  wait(movedAt?: number): boolean {
    const { pending } = this.run;
    const moved = movedAt === undefined ? {} : { movedAt };
    return pending !== undefined && 'dueAt' in pending
      ? this.tell({ type: 'timeCame', at: pending.dueAt, dueAt: pending.dueAt, ...moved })
      : false;
  }

  /** A person chooses about the decision that stands. */
  choose(at: number, choice: Choice, message?: string): boolean {
    const decision = this.run.decision?.id ?? 'none';
    return this.tell({ type: 'chosen', at, decision, choice, ...(message === undefined ? {} : { message }) });
  }

  /** The gate that runs is over. */
  gate(at: number, code: number | undefined, output = ''): boolean {
    const [gate] = this.run.gates;
    const how = code === undefined ? {} : { code };
    return this.tell({
      type: 'gateFinished',
      at,
      gate: gate?.id ?? 'none',
      command: gate?.command ?? '',
      output,
      ...how,
    });
  }

  /** What was to be done for the run since this was last asked. */
  did(): readonly RunEffect[] {
    const done = this.#effects.filter((effect): effect is RunEffect => acts.has(effect.type));
    this.#effects = [];
    return done;
  }

  /** The lines for the log since anything was last asked. */
  notes(): readonly string[] {
    return this.#effects.flatMap((effect) => (effect.type === 'noteRun' ? [effect.text] : []));
  }

  /** What triggered the run, as far as the events went. */
  triggers(): readonly Trigger[] {
    return this.#triggers;
  }

  /** The types of {@link did}. */
  acts(): readonly RunEffect['type'][] {
    return this.did().map(({ type }) => type);
  }
}

const acts = new Set<string>([
  'startAgent',
  'endAgent',
  'blockStop',
  'typeText',
  'runGate',
  'answerPrompt',
  'endRun',
] satisfies RunEffect['type'][]);

/** What somebody emits about the agent of the tests. */
export function emitted(at: number, told: AgentEvent): Event | undefined {
  return eventOf(told, { id: nextId(), at });
}

/** A signal of the agent of the tests. */
export function signal(at: number, word: Signal, message?: string): Event | undefined {
  const more = message === undefined ? {} : { message };
  return emitted(at, { type: 'agent:signal', agent_id: agent, signal: word, ...more });
}

/** What the session file of the agent says. */
export function file(at: number, status: 'idle' | 'busy'): Event | undefined {
  return parseClaudeSession({ pid: 7, sessionId: 's1', status, statusUpdatedAt: at });
}

/** The agent's turn begins. */
export function begins(at: number): Event {
  return hook(at, 'UserPromptSubmit');
}

/** The agent's turn ends; nobody waits for a word. */
export function stops(at: number): Event {
  return hook(at, 'Stop');
}

/** The agent's turn is about to end, if it may. */
export function asksToStop(at: number, fields: Record<string, unknown> = {}): Event {
  return { ...hook(at, 'Stop', fields), waits: true } as Event;
}

/** The agent asks whether it may run a command. */
export function asks(at: number, command = 'make', fields: Record<string, unknown> = {}): Event {
  return hook(at, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command }, ...fields });
}

/** The agent's turn ends in an error. */
export function fails(at: number, error = 'rate_limit'): Event {
  return hook(at, 'StopFailure', { error });
}

/** The agent's process ended without a word. */
export function dies(at: number): Event | undefined {
  return emitted(at, { type: 'agent:exited', agent_id: agent });
}
