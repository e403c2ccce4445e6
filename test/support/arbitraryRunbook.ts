import fc from 'fast-check';
import { Document } from 'yaml';
import type { Action, ErrorRule, Rule, Trigger } from '../../src/core/run/policy.ts';
import { invalidPairs, simpleRule } from '../../src/core/run/policy.ts';
import { takesArguments } from '../../src/core/run/takesArguments.ts';
import type { Runbook, RunbookAgent, RunbookPipeline } from '../../src/core/runbook/runbook.ts';

const actions: readonly Action[] = ['nudge', 'done', 'fail', 'escalate', 'gate', 'resume'];
const classes = [
  'unauthorized',
  'out_of_credits',
  'rate_limited',
  'no_internet',
  'overloaded',
  'other',
] as const;

/** Texts that YAML could take for something else, and any other. */
const text = fc
  .oneof(
    fc.constantFrom(
      'true',
      'null',
      '~',
      '5',
      '0x1',
      '1e3',
      '- a',
      'a: b',
      '# c',
      '&a',
      '*a',
      '!t',
      '<<',
      '|',
      '"',
      "'",
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  )
  .filter((one) => one.trim() !== '' && !/\p{Cs}/u.test(one));

/** The command of a gate: no program can be given a NUL character. */
const command = text.filter((one) => !one.includes('\0'));

const name = text.filter((one) => one !== '<<' && !/[\p{Cc}\p{Zl}\p{Zp}/]/u.test(one));

const durationMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 43_200 }).map((minutes) => minutes * 60_000),
);

function rule(trigger: Trigger): fc.Arbitrary<Rule> {
  const valid = actions.filter((action) => invalidPairs[trigger][action] === undefined);
  const full = (action: Action) =>
    fc.record(
      {
        action: fc.constant(action),
        attempts: fc.oneof(fc.constant('forever' as const), fc.integer({ min: 1, max: 99 })),
        cooldownMs: durationMs,
        timeoutMs: durationMs.map((ms) => Math.max(1, ms)),
        message: text,
        ...(action === 'gate' ? { run: command } : {}),
      },
      {
        requiredKeys: [
          'action',
          'attempts',
          'cooldownMs',
          'timeoutMs',
          ...(action === 'gate' ? ['run' as const] : []),
        ],
      },
    ) as fc.Arbitrary<Rule>;
  const simple = (action: Action) => (action === 'gate' ? full(action) : fc.constant(simpleRule(action)));
  return fc.constantFrom(...valid).chain((action) => fc.oneof(simple(action), full(action)));
}

/** What a runbook can say of errors: there is always a rule for every one, so it ends in one without `match`. */
const errorRules: fc.Arbitrary<readonly ErrorRule[]> = fc
  .tuple(
    fc.array(fc.tuple(rule('on_error'), fc.constantFrom(...classes)), { maxLength: 3 }),
    rule('on_error'),
  )
  .map(([some, last]) => [...some.map(([one, match]) => ({ ...one, match })), last]);

const agent = (named: string): fc.Arbitrary<RunbookAgent> =>
  fc.record(
    {
      name: fc.constant(named),
      run: text.filter(takesArguments),
      prompt: text,
      worktree: fc.boolean(),
      policy: fc.record({
        on_idle: rule('on_idle'),
        on_prompt: rule('on_prompt'),
        on_dead: rule('on_dead'),
        on_error: errorRules,
      }),
    },
    { requiredKeys: ['name', 'run', 'worktree', 'policy'] },
  );

const pipeline = (named: string, agents: readonly string[]): fc.Arbitrary<RunbookPipeline> =>
  fc.record({
    name: fc.constant(named),
    steps: fc
      .uniqueArray(name, { minLength: 1, maxLength: 4 })
      .chain((names) => fc.tuple(...names.map((step) => stepOf(step, agents)))),
  });

const stepOf = (named: string, agents: readonly string[]) =>
  fc.record(
    { name: fc.constant(named), agent: fc.constantFrom(...agents), prompt: text, worktree: fc.boolean() },
    { requiredKeys: ['name', 'agent', 'worktree'] },
  );

/** Runbooks with at least one agent. */
export const runbooks: fc.Arbitrary<Runbook> = fc
  .uniqueArray(name, { minLength: 1, maxLength: 6 })
  .chain((names) =>
    fc.integer({ min: 1, max: names.length }).map((many) => [names.slice(0, many), names.slice(many)]),
  )
  .chain(([agents = [], pipelines = []]) =>
    fc.record({
      agents: fc.tuple(...agents.map(agent)).map((all) => new Map(all.map((one) => [one.name, one]))),
      pipelines: fc
        .tuple(...pipelines.map((named) => pipeline(named, agents)))
        .map((all) => new Map(all.map((one) => [one.name, one]))),
    }),
  );

/** How a runbook is laid out. */
export const layouts = fc.record({
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  indent: fc.integer({ min: 2, max: 6 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 40, 80),
  singleQuote: fc.constantFrom(true, false, null),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE'),
});

/** A layout, as the library takes it. */
type Layout = Exclude<Parameters<Document['toString']>[0], undefined>;

/** The text of a runbook. Everything is written out but what a short form says. */
export function runbookText({ agents, pipelines }: Runbook, layout: Layout): string {
  const document = new Document({
    agents: new Map([...agents].map(([key, one]) => [key, agentObject(one)])),
    pipelines: new Map([...pipelines].map(([key, { steps }]) => [key, { steps }])),
  });
  return document.toString(layout);
}

function agentObject({ name: _, policy, ...rest }: RunbookAgent) {
  const { on_idle, on_prompt, on_dead, on_error } = policy;
  return {
    ...rest,
    on_idle: ruleObject(on_idle),
    on_prompt: ruleObject(on_prompt),
    on_dead: ruleObject(on_dead),
    on_error: on_error.length === 1 ? on_error.map(ruleObject)[0] : on_error.map(ruleObject),
  };
}

function ruleObject(one: ErrorRule) {
  const { cooldownMs, timeoutMs, ...rest } = one;
  const plain = simpleRule(one.action);
  return JSON.stringify(plain) === JSON.stringify(one)
    ? one.action
    : { ...rest, cooldown: durationText(cooldownMs), timeout: durationText(timeoutMs) };
}

function durationText(ms: number): string | number {
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : ms % 1000 === 0 ? ms / 1000 : `${ms}ms`;
}
