import fc from 'fast-check';
import type { Event } from '../../src/core/event/event.ts';
import type { Action, Policy, Rule } from '../../src/core/run/policy.ts';
import { gateTimeoutMs, invalidPairs } from '../../src/core/run/policy.ts';
import { withPrograms } from '../../src/core/run/programLaunch.ts';
import type { Run } from '../../src/core/run/run.ts';
import { newRun } from '../../src/core/run/run.ts';
import type { Choice } from '../../src/core/run/runDecision.ts';
import type { RunInput } from '../../src/core/run/runInput.ts';
import { arbitraryEvents } from './arbitraryEvent.ts';
import { purePrograms } from './purePrograms.ts';

// What does not end the run comes more often: the rest of a sequence would say nothing.
const actions: readonly Action[] = [
  ...(['nudge', 'nudge', 'nudge', 'escalate', 'gate', 'resume'] as const),
  ...(['done', 'fail'] as const),
];

function ruleFor(trigger: keyof Policy): fc.Arbitrary<Rule> {
  return fc.record({
    action: fc.constantFrom(...actions.filter((action) => !(action in invalidPairs[trigger]))),
    attempts: fc.constantFrom(1, 1, 2, 'forever' as const),
    cooldownMs: fc.constantFrom(0, 0, 1000),
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

/** A run of up to three steps, each with any policy that is valid. */
export const arbitraryRun: fc.Arbitrary<Run> = fc
  .record({
    policy: fc.array(policies, { minLength: 1, maxLength: 3 }),
    graceMs: fc.constantFrom(0, 500, 60_000),
    started: fc.boolean(),
    command: fc.constantFrom('claude', './job.sh'),
  })
  .map(({ policy, graceMs, started, command }) =>
    withPrograms(
      newRun({
        id: 'r',
        name: 'n',
        folder: '/w',
        origin: started ? 'started' : 'supervised',
        startedAt: 0,
        graceMs,
        steps: policy.map((each, index) => ({ name: `s${index}`, command, worktree: false, policy: each })),
        ...(started ? {} : { agent: agentOf(0) }),
      }),
      purePrograms,
    ),
  );

/** The agent of a launch: each has a conversation of its own, unless it is resumed. */
const agentOf = (launch: number) => `p:s${launch}`;

/** What happens next, in terms of what the run is in the middle of: most inputs would mean nothing at random. */
export type Move =
  /** `whose`: of the agents the run had, counted from the current one; most often that one. */
  | { readonly kind: 'event'; readonly event: Event; readonly whose: number; readonly late: boolean }
  /** What the run waits for comes about. */
  | { readonly kind: 'due'; readonly moved: boolean }
  | { readonly kind: 'gate'; readonly code: number | undefined }
  | { readonly kind: 'choose'; readonly option: number }
  | {
      readonly kind:
        | 'start'
        | 'startFails'
        | 'end'
        | 'typingFails'
        | 'answerFails'
        | 'cancel'
        | 'begin'
        | 'takeOver';
    };

const others: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.boolean().map((moved): Move => ({ kind: 'due', moved })) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, undefined).map((code): Move => ({ kind: 'gate', code })) },
  { weight: 2, arbitrary: fc.nat({ max: 4 }).map((option): Move => ({ kind: 'choose', option })) },
  { weight: 4, arbitrary: fc.constant<Move>({ kind: 'start' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'end',
        'end',
        'end',
        'startFails',
        'typingFails',
        'answerFails',
        'cancel',
        'begin',
        'takeOver',
      )
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

/** The agent asks for a person, dies, and is started again by hand: random events hardly ever come to that. */
function comeback(number: number): Move[] {
  const happenings = [
    { type: 'signalled', signal: 'escalate', evidence: 'hook' },
    { type: 'processEnded', code: 1, evidence: 'process' },
    { type: 'sessionStarted', source: 'resume', evidence: 'hook' },
    { type: 'promptSubmitted', evidence: 'hook' },
  ] as const;
  return happenings.map((happening, index) => {
    const event: Event = { id: `b${number}-${index}`, at: 1, program: 'p', session: 's', ...happening };
    return { kind: 'event', event, whose: 0, late: false };
  });
}

/** Signals that are all that is heard of an agent at first, as of a script. */
function signals(words: readonly ('escalate' | 'continue')[]): Move[] {
  return words.map((signal, index) => {
    const head = { id: `w${index}`, at: 1, program: 'p', session: 's', evidence: 'hook' } as const;
    return { kind: 'event', event: { ...head, type: 'signalled', signal }, whose: 0, late: false };
  });
}

/** What happens to a run and its agents, from its begin on. */
export const arbitraryMoves: fc.Arbitrary<Move[]> = fc
  .tuple(
    arbitraryEvents('s', 40),
    fc.array(fc.tuple(others, fc.nat({ max: 63 })), { minLength: 10, maxLength: 40 }),
    fc.array(fc.constantFrom('escalate', 'continue'), { maxLength: 3 }),
  )
  .map(([events, rest, words]) => {
    const left = [...events];
    const happens = rest.flatMap(([other, dice], index): Move[] => {
      const event = commonplace(left.shift(), dice);
      const heard = event?.type === 'turnEnded' && dice % 8 < 4 ? { ...event, waits: true } : event;
      const whose = dice % 8 === 3 ? 1 : 0;
      const one: Move[] = heard ? [{ kind: 'event', event: heard, whose, late: dice % 16 === 5 }] : [];
      const more = dice % 16 === 9 ? comeback(index) : dice < 32 ? [] : [other];
      return [...one, ...more];
    });
    return [...signals(words), ...happens];
  })
  .map((all): Move[] => [{ kind: 'begin' }, { kind: 'start' }, ...all]);

/** The input that a move means to a run as it is. */
export function inputOf(run: Run, move: Exclude<Move, { kind: 'event' }>, at: number): RunInput {
  const head = { run: run.id, at };
  switch (move.kind) {
    case 'due': {
      const { pending } = run;
      const dueAt = pending && 'dueAt' in pending ? pending.dueAt : at;
      return pending?.kind === 'end'
        ? { ...head, type: 'agentEnded', agent: run.agent }
        : {
            ...head,
            at: Math.max(at, dueAt),
            type: 'timeCame',
            dueAt,
            ...(move.moved ? { movedAt: at } : {}),
          };
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
      return { ...head, type: 'agentEnded', agent: run.agent, launch: run.launches };
    case 'typingFails':
      return { ...head, type: 'typingFailed', reason: 'no' };
    case 'answerFails':
      return { ...head, type: 'answerFailed', prompt: run.decision?.prompt ?? 'e0', reason: 'no' };
    case 'cancel':
      return { ...head, type: 'cancelled' };
    case 'begin':
      return { ...head, type: 'begun' };
    case 'takeOver':
      return { ...head, type: 'takenOver' };
  }
}

/** An event at its place in time, of one of the agents that the run has or had. */
export function placed(move: Move, { agent, former }: Run, clock: number): Move {
  if (move.kind !== 'event') {
    return move;
  }
  const { event, whose, late } = move;
  const owner = [agent, ...former.toReversed()].filter(Boolean)[whose] ?? (agent || agentOf(0));
  const at = late ? Math.max(0, clock - event.at) : clock + event.at;
  return { ...move, event: { ...event, at, session: owner.slice(2) } };
}
