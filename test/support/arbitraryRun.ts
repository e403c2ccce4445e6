import fc from 'fast-check';
import type { Policy, Rule, Trigger } from '../../src/core/run/policy.ts';
import { invalidPairs } from '../../src/core/run/policy.ts';
import type { Pending, Run, RunStep } from '../../src/core/run/run.ts';
import type { Gate, Later, RunDecision } from '../../src/core/run/runDecision.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const time = fc.nat();
const optional = { requiredKeys: [] as [] };

const actions = ['nudge', 'done', 'fail', 'escalate', 'gate', 'resume'] as const;
const ruleFields = {
  attempts: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant('forever' as const)),
  cooldownMs: time,
  timeoutMs: time,
};
const words = fc.record({ message: text, run: text }, optional);
const ruleFor = (trigger: Trigger): fc.Arbitrary<Rule> =>
  fc
    .tuple(
      fc.constantFrom(...actions.filter((action) => !(action in invalidPairs[trigger]))),
      fc.record(ruleFields),
      words,
    )
    .map(([action, fields, more]) => ({
      action,
      ...fields,
      ...more,
      ...(action === 'gate' ? { run: more.run ?? 'make' } : {}),
    }));

const policy: fc.Arbitrary<Policy> = fc.record({
  on_idle: ruleFor('on_idle'),
  on_prompt: ruleFor('on_prompt'),
  on_dead: ruleFor('on_dead'),
  on_error: fc.array(
    fc
      .tuple(
        ruleFor('on_error'),
        fc.record({ match: fc.constantFrom('rate_limited', 'other' as const) }, optional),
      )
      .map(([one, more]) => ({ ...one, ...more })),
    { maxLength: 2 },
  ),
});

const step: fc.Arbitrary<RunStep> = fc
  .tuple(
    fc.record({ name: text, worktree: fc.boolean(), policy }),
    fc.record(
      {
        command: text,
        prompt: text,
        agent: text,
        folder: text,
        transcript: text,
        startedAt: time,
        endedAt: time,
        outcome: fc.constantFrom('done', 'skipped', 'failed' as const),
      },
      optional,
    ),
  )
  .map(([fields, more]) => ({ ...fields, ...more }));

const pending: fc.Arbitrary<Pending> = fc.oneof(
  fc.record({ kind: fc.constant('start' as const), startedAt: time }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constant('grace' as const), dueAt: time, activityAt: time }),
  fc.record({
    kind: fc.constant('cooldown' as const),
    dueAt: time,
    trigger: fc.constantFrom('on_idle', 'on_error', 'on_dead' as const),
  }),
  fc
    .tuple(fc.constantFrom('advance', 'skip', 'fail', 'resume' as const), text)
    .map(([then, reason]) => ({ kind: 'end' as const, then, reason })),
);

const gate: fc.Arbitrary<Gate> = fc.record(
  {
    id: text,
    trigger: fc.constantFrom('on_prompt', 'on_idle', 'on_error', 'on_dead' as const),
    command: text,
    timeoutMs: time,
    prompt: text,
    key: text,
    said: fc.constant('yes' as const),
  },
  { requiredKeys: ['id', 'trigger', 'command', 'timeoutMs'] },
);

const decision: fc.Arbitrary<RunDecision> = fc.record(
  {
    id: text,
    source: fc.constantFrom(
      'idle',
      'signal',
      'dead',
      'error',
      'gate',
      'approval',
      'question',
      'plan' as const,
    ),
    trigger: text,
    openedAt: time,
    context: text,
    options: fc.array(
      fc.record(
        {
          choice: fc.constantFrom('nudge', 'done', 'retry', 'answer', 'dismiss' as const),
          label: text,
          recommended: fc.constant(true as const),
          answer: text,
        },
        { requiredKeys: ['choice', 'label'] },
      ),
      { maxLength: 3 },
    ),
    prompt: text,
    gate,
    dismissed: fc.constant(true as const),
  },
  { requiredKeys: ['id', 'source', 'trigger', 'openedAt', 'context', 'options'] },
);

const later: fc.Arbitrary<Later> = fc.oneof(
  fc.record({ prompt: text, refusal: text, gate }, { requiredKeys: ['prompt'] }),
  fc.record({ context: text }),
);

/** Any run, with every field that one can have; what it says need not make sense beyond what a file is held to. */
export const arbitraryRun: fc.Arbitrary<Run> = fc
  .tuple(
    fc.record({
      id: fc.stringMatching(/^[a-z0-9-]{1,20}$/),
      name: text,
      folder: text,
      origin: fc.constantFrom('started', 'supervised' as const),
      startedAt: time,
      steps: fc.array(step, { minLength: 1, maxLength: 3 }),
      agent: text,
      former: fc.array(text, { maxLength: 2 }),
      status: fc.constantFrom('running', 'done', 'failed' as const),
      graceMs: time,
      attempts: fc.dictionary(fc.constantFrom('on_idle', 'on_error:0', 'on_dead'), time),
      blocks: time,
      gates: fc.array(gate, { maxLength: 2 }),
      serial: time,
      launches: time,
    }),
    fc.record(
      {
        endedAt: time,
        reason: text,
        signal: fc.constantFrom('complete', 'escalate', 'continue' as const),
        signalAt: time,
        standing: fc.constantFrom('signal', 'prompt', 'idle', 'quiet' as const),
        nudgedAt: time,
        typedAt: time,
        sentOnAt: time,
        unsaid: text,
        actedAt: fc.dictionary(fc.constantFrom('on_idle', 'on_error:0', 'on_dead'), time),
        pending,
        decision,
        dismissed: fc.array(text, { maxLength: 2 }),
        later: fc.array(later, { maxLength: 2 }),
        leaving: text,
        leavingLaunch: fc.nat(),
        movingPid: fc.nat(),
        startedAs: text,
        rowless: fc.constant(true as const),
        programGone: fc.constant(true as const),
      },
      optional,
    ),
    fc.nat({ max: 2 }),
  )
  .map(([fields, more, at]) => ({
    ...fields,
    ...more,
    ...(more.decision ? { status: 'waiting' as const } : {}),
    step: at % fields.steps.length,
  }));
