import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../src/core/agent/agents.ts';
import { noAgents } from '../../src/core/agent/agents.ts';
import type { Effect } from '../../src/core/agent/effect.ts';
import { reduceAgents } from '../../src/core/agent/reduceAgents.ts';
import { hasEnded } from '../../src/core/agent/state.ts';
import type { Event } from '../../src/core/event/event.ts';
import type { Action, Policy, Rule } from '../../src/core/run/policy.ts';
import { gateTimeoutMs, invalidPairs } from '../../src/core/run/policy.ts';
import { reduceRun } from '../../src/core/run/reduceRun.ts';
import type { Run } from '../../src/core/run/run.ts';
import { newRun, runEnded } from '../../src/core/run/run.ts';
import type { Choice } from '../../src/core/run/runDecision.ts';
import type { RunInput } from '../../src/core/run/runInput.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';

// The whole file takes a few seconds.
const numRuns = 100;
const actions: readonly Action[] = ['nudge', 'done', 'fail', 'escalate', 'gate', 'resume'];

function ruleFor(trigger: keyof Policy): fc.Arbitrary<Rule> {
  return fc.record({
    action: fc.constantFrom(...actions.filter((action) => !(action in invalidPairs[trigger]))),
    attempts: fc.constantFrom(1, 2, 3, 'forever' as const),
    cooldownMs: fc.constantFrom(0, 1000),
    timeoutMs: fc.constant(gateTimeoutMs),
    run: fc.constant('gate'),
  });
}

const policies: fc.Arbitrary<Policy> = fc.record({
  on_idle: ruleFor('on_idle'),
  on_prompt: ruleFor('on_prompt'),
  on_dead: ruleFor('on_dead'),
  on_error: fc.array(
    fc.oneof(
      ruleFor('on_error'),
      ruleFor('on_error').map((rule) => ({ ...rule, match: 'rate_limited' as const })),
    ),
    { maxLength: 2 },
  ),
});

const runs: fc.Arbitrary<Run> = fc
  .record({
    policy: fc.array(policies, { minLength: 1, maxLength: 3 }),
    graceMs: fc.constantFrom(0, 500, 60_000),
    started: fc.boolean(),
  })
  .map(({ policy, graceMs, started }) =>
    newRun({
      id: 'r',
      name: 'n',
      folder: '/w',
      origin: started ? 'started' : 'supervised',
      startedAt: 0,
      graceMs,
      steps: policy.map((each, index) => ({ name: `s${index}`, worktree: false, policy: each })),
      ...(started ? {} : { agent: agentOf(0) }),
    }),
  );

/** The agent of a launch: each has a conversation of its own, unless it is resumed. */
const agentOf = (launch: number) => `p:s${launch}`;

/** What happens next, in terms of what the run is in the middle of: most inputs would mean nothing at random. */
type Move =
  /** `whose`: of the agents the run had, counted from the current one; most often that one. */
  | { readonly kind: 'event'; readonly event: Event; readonly whose: number; readonly late: boolean }
  /** What the run waits for comes about. */
  | { readonly kind: 'due'; readonly moved: boolean }
  | { readonly kind: 'gate'; readonly code: number | undefined }
  | { readonly kind: 'choose'; readonly option: number }
  | { readonly kind: 'start' | 'startFails' | 'end' | 'typingFails' | 'answerFails' | 'cancel' | 'begin' };

const others: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.boolean().map((moved): Move => ({ kind: 'due', moved })) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, undefined).map((code): Move => ({ kind: 'gate', code })) },
  { weight: 2, arbitrary: fc.nat({ max: 4 }).map((option): Move => ({ kind: 'choose', option })) },
  { weight: 4, arbitrary: fc.constant<Move>({ kind: 'start' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('end', 'end', 'end', 'startFails', 'typingFails', 'answerFails', 'cancel', 'begin')
      .map((kind): Move => ({ kind }) as Move),
  },
);

/** Turns begin and end more often than anything else happens; few events end an agent. */
function commonplace(event: Event | undefined, dice: number): Event | undefined {
  const isEnd = event && ['sessionEnded', 'processEnded', 'processLost'].includes(event.type);
  if (!event || (dice % 4 > 1 && !isEnd) || (isEnd && dice % 8 === 0)) {
    return event;
  }
  const { id, at, program, session } = event;
  const type = dice % 2 ? ('turnEnded' as const) : ('promptSubmitted' as const);
  return { id, at, program, session, evidence: 'hook', type };
}

const moves: fc.Arbitrary<Move[]> = fc
  .tuple(
    arbitraryEvents('s', 40),
    fc.array(fc.tuple(others, fc.nat({ max: 63 })), { minLength: 10, maxLength: 40 }),
  )
  .map(([events, rest]) => {
    const left = [...events];
    return rest.flatMap(([other, dice]): Move[] => {
      const event = commonplace(left.shift(), dice);
      const heard = event?.type === 'turnEnded' && dice % 8 < 4 ? { ...event, waits: true } : event;
      const whose = dice % 8 === 3 ? 1 : 0;
      const one: Move[] = heard ? [{ kind: 'event', event: heard, whose, late: dice % 16 === 5 }] : [];
      return dice < 32 ? one : [...one, other];
    });
  })
  .map((all): Move[] => [{ kind: 'begin' }, { kind: 'start' }, ...all]);

function inputOf(run: Run, move: Exclude<Move, { kind: 'event' }>, at: number): RunInput {
  const head = { run: run.id, at };
  switch (move.kind) {
    case 'due': {
      const { pending } = run;
      const dueAt = pending && 'dueAt' in pending ? Math.max(at, pending.dueAt) : at;
      return pending?.kind === 'end'
        ? { ...head, type: 'agentEnded', agent: run.agent }
        : { ...head, at: dueAt, type: 'timeCame', moved: move.moved };
    }
    case 'gate': {
      const gate = run.gates[0]?.id ?? 'none';
      const how = move.code === undefined ? {} : { code: move.code };
      return { ...head, type: 'gateFinished', gate, command: 'gate', output: '', ...how };
    }
    case 'choose': {
      const options = run.decision?.options ?? [];
      const choice: Choice = options[move.option % Math.max(1, options.length)]?.choice ?? 'nudge';
      return { ...head, type: 'chosen', decision: run.decision?.id ?? 'none', choice, message: 'm' };
    }
    case 'start':
      return { ...head, type: 'agentStarted', agent: run.agent || agentOf(run.launches), folder: '/w' };
    case 'startFails':
      return { ...head, type: 'startFailed', reason: 'no' };
    case 'end':
      return { ...head, type: 'agentEnded', agent: run.agent };
    case 'typingFails':
      return { ...head, type: 'typingFailed', reason: 'no' };
    case 'answerFails':
      return { ...head, type: 'answerFailed', prompt: run.decision?.prompt ?? 'e0', reason: 'no' };
    case 'cancel':
      return { ...head, type: 'cancelled' };
    case 'begin':
      return { ...head, type: 'begun' };
  }
}

interface Stepped {
  readonly move: Move;
  readonly at: number;
  readonly before: Run;
  readonly after: Run;
  readonly from: AgentsState;
  readonly state: AgentsState;
  readonly effects: readonly Effect[];
}

/** An event at its place in time, of one of the agents that the run has or had. */
function placed(move: Move, { agent, former }: Run, clock: number): Move {
  if (move.kind !== 'event') {
    return move;
  }
  const { event, whose, late } = move;
  const owner = [agent, ...former.toReversed()].filter(Boolean)[whose] ?? (agent || agentOf(0));
  const at = late ? Math.max(0, clock - event.at) : clock + event.at;
  return { ...move, event: { ...event, at, session: owner.slice(2) } };
}

function apply(state: AgentsState, move: Move, at: number): Pick<Stepped, 'state' | 'effects'> {
  if (move.kind === 'event') {
    return reduceAgents(state, move.event);
  }
  const run = state.runs.get('r') as Run;
  const step = reduceRun(state, inputOf(run, move, at));
  return step
    ? { state: { ...state, runs: new Map(state.runs).set('r', step.run) }, effects: step.effects }
    : { state, effects: [] };
}

/** Plays the moves, and shows each step to the law. */
function everyStep(law: (step: Stepped) => void): void {
  fc.assert(
    fc.property(runs, moves, (run, all) => {
      let state: AgentsState = { ...noAgents, runs: new Map([['r', run]]) };
      let at = 0;
      for (const each of all) {
        const before = state.runs.get('r') as Run;
        const move = placed(each, before, at);
        at = move.kind === 'event' ? Math.max(at, move.event.at) : at + 1;
        const next = apply(state, move, at);
        const after = next.state.runs.get('r') as Run;
        law({ move, at, before, after, from: state, ...next });
        state = next.state;
      }
    }),
    { numRuns },
  );
}

const ofRuns = ({ effects }: Pick<Stepped, 'effects'>) =>
  effects.filter((effect): effect is Effect & { readonly run: string } => 'run' in effect);

describe('for every policy, pipeline and sequence, a run', () => {
  it('is running, waiting, done or failed, and waits exactly when one decision stands', () => {
    everyStep(({ after }) => {
      expect(['running', 'waiting', 'done', 'failed']).toContain(after.status);
      expect(after.status === 'waiting').toBe(after.decision !== undefined);
      expect(after.endedAt !== undefined).toBe(runEnded(after));
    });
  });

  it('that ended never changes and never acts', () => {
    everyStep(({ before, after, ...step }) => {
      if (runEnded(before)) {
        expect(after).toEqual(before);
        expect(ofRuns(step)).toEqual([]);
      }
      if (runEnded(after)) {
        expect(after).toMatchObject({ gates: [] });
        expect(after.pending ?? after.leaving).toBeUndefined();
      }
    });
  });

  it('says once that it ended', () => {
    everyStep(({ before, after, ...step }) => {
      const told = ofRuns(step).filter(({ type }) => type === 'endRun');
      expect(told).toHaveLength(runEnded(after) && !runEnded(before) ? 1 : 0);
    });
  });

  it('names only itself in what it wants done', () => {
    everyStep((step) => {
      for (const effect of ofRuns(step)) {
        expect(step.state.runs.has(effect.run)).toBe(true);
      }
    });
  });

  it('acts once on an event or an input that is told twice', () => {
    everyStep(({ move, before, at, state }) => {
      if (move.kind === 'event') {
        expect(apply(state, move, at)).toEqual({ state, effects: [] });
      } else {
        // An answer may be given twice: the prompt stands until the agent says that it is over.
        const twice = reduceRun(state, inputOf(before, move, at));
        expect((twice?.effects ?? []).filter(({ type }) => type !== 'answerPrompt')).toEqual([]);
      }
    });
  });

  it('does at most one thing to its agent for one occasion', () => {
    everyStep(({ move, before, after, ...step }) => {
      const acts = ofRuns(step).filter(({ type }) => type === 'blockStop' || type === 'typeText');
      expect(acts.length).toBeLessThanOrEqual(1);
      const starts = ofRuns(step).filter(({ type }) => type === 'startAgent');
      expect(starts.length).toBeLessThanOrEqual(1);
      expect(after.launches - before.launches).toBe(starts.length);
      if (acts.length > 0 && move.kind !== 'choose') {
        // Between two of them there is another turn, a wait, or another end of the turn.
        expect(before.status).toBe('running');
        expect(before.pending?.kind).not.toBe('end');
      }
    });
  });

  it('never nudges an agent that asks, or that ended', () => {
    everyStep(({ move, before, from, state, ...step }) => {
      if (move.kind !== 'choose' && ofRuns(step).some(({ type }) => type === 'typeText')) {
        expect(['idle', 'failed']).toContain(state.agents.get(before.agent)?.state.kind);
      }
      if (ofRuns(step).some(({ type }) => type === 'blockStop')) {
        expect(move).toMatchObject({ event: { type: 'turnEnded', waits: true } });
        expect(from.agents.get(before.agent)?.state.kind).not.toBe('failed');
      }
    });
  });

  it('tries nothing more often than its rule says, and refuses seven ends of a turn at most', () => {
    everyStep(({ after }) => {
      const policy = after.steps[after.step]?.policy;
      for (const [key, made] of Object.entries(after.attempts)) {
        const [trigger, at] = key.split(':') as [keyof Policy, string | undefined];
        const rule = trigger === 'on_error' ? policy?.on_error[Number(at)] : policy?.[trigger];
        expect(rule).toBeDefined();
        if (rule?.attempts !== 'forever') {
          expect(made).toBeLessThanOrEqual(rule?.attempts ?? 0);
        }
      }
      expect(after.blocks).toBeLessThanOrEqual(7);
    });
  });

  it('counts anew only with a step that is done, or when its agent goes on after waiting', () => {
    everyStep(({ before, after }) => {
      const fewer = Object.keys(before.attempts).some(
        (key) => (after.attempts[key] ?? 0) < (before.attempts[key] ?? 0),
      );
      if (fewer) {
        expect(after.step > before.step || before.status === 'waiting').toBe(true);
      }
    });
  });

  it('is never left with an agent that ended and nothing under way', () => {
    everyStep(({ after, state }) => {
      const row = state.agents.get(after.agent);
      if (after.status === 'running' && row && hasEnded(row.state)) {
        expect(after.pending !== undefined || after.gates.length > 0).toBe(true);
      }
    });
  });

  it('goes through its steps in order, and each outcome stays', () => {
    everyStep(({ before, after }) => {
      expect(after.step - before.step === 0 || after.step - before.step === 1).toBe(true);
      after.steps.forEach(({ outcome }, index) => {
        const isOver = index < after.step || (index === after.step && runEnded(after));
        expect(outcome !== undefined).toBe(isOver);
      });
    });
  });
});
