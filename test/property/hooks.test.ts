import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import type { PlacedHook } from '../../src/core/hookrun/orderHooks.ts';
import { orderHooks } from '../../src/core/hookrun/orderHooks.ts';
import type { HookOutcome, ScriptEnd } from '../../src/core/hookrun/scriptEnd.ts';
import { readScriptEnd } from '../../src/core/hookrun/scriptEnd.ts';
import { spacedJson } from '../../src/core/hookrun/spacedJson.ts';
import type { HookVerdict } from '../../src/core/hookrun/verdict.ts';
import { addOutcome, beginHooks } from '../../src/core/hookrun/verdict.ts';
import { hooks } from '../../src/programs/claudeCode/pure/hooks.ts';
import { hookOf } from '../support/hookOf.ts';

describe('spacedJson', () => {
  it('means the same as it does without spaces, on one line', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = spacedJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/[\r\n]/u);
      }),
    );
  });

  it('has one space behind each colon and comma outside of texts, and none elsewhere', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const bare = spacedJson(value).replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
        expect(bare.replaceAll(/[:,] (?! )/gu, '')).not.toMatch(/[\s:,]/u);
      }),
    );
  });
});

const placed: fc.Arbitrary<PlacedHook> = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    scope: fc.constantFrom('user' as const, 'project' as const),
    priority: fc.oneof(fc.constantFrom(0, 100, 1000), fc.integer({ min: 0, max: 1000 })),
    folder: fc.nat(99),
  })
  .map(({ name, scope, priority, folder }) => ({
    scope,
    folder: `/${scope}/${folder}`,
    hook: {
      name,
      description: 'd',
      trigger: 'before_tool',
      eventType: 'before_tool',
      matcher: {},
      timeoutMs: 30_000,
      async: false,
      priority,
      metadata: {},
    },
  }));

const found = fc.uniqueArray(placed, { selector: ({ folder }) => folder, maxLength: 12 });

describe('orderHooks', () => {
  it('loses and makes none, has each name once, and more priority first', () => {
    fc.assert(
      fc.property(found, (hooks) => {
        const { order, replaced } = orderHooks(hooks);
        const folders = [...order, ...replaced.map(({ hook }) => hook)].map(({ folder }) => folder);
        expect(folders.sort()).toEqual(hooks.map(({ folder }) => folder).sort());
        const names = order.map(({ hook }) => hook.name);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(names)).toEqual(new Set(hooks.map(({ hook }) => hook.name)));
        const priorities = order.map(({ hook }) => hook.priority);
        expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
        for (const { hook, by } of replaced) {
          expect(order).toContain(by);
          expect(by.hook.name).toBe(hook.hook.name);
          expect(hook.scope === 'project' && by.scope === 'user').toBe(false);
        }
      }),
    );
  });

  it('is the same however the hooks were found', () => {
    fc.assert(
      fc.property(
        found.chain((hooks) =>
          fc.tuple(fc.constant(hooks), fc.shuffledSubarray(hooks, { minLength: hooks.length })),
        ),
        ([hooks, shuffled]) => {
          expect(orderHooks(shuffled)).toEqual(orderHooks(hooks));
        },
      ),
    );
  });
});

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const words = fc.oneof(fc.constantFrom('allow', '"allow"', 'deny', ''), fc.string());
const inputs = fc.dictionary(fc.string(), fc.oneof(words, fc.integer()), { maxKeys: 3 });

function defined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;
}

const outcomes: fc.Arbitrary<HookOutcome> = fc
  .record({
    outcome: fc.constantFrom('passed', 'denied', 'asks', 'approves', 'failed', 'timeout'),
    reason: optional(words),
    modifiedInput: optional(inputs),
    additionalContext: optional(words),
  })
  .map(defined) as fc.Arbitrary<HookOutcome>;

const said = fc.array(fc.tuple(outcomes, fc.boolean()), { maxLength: 6 });
const moments = fc.constantFrom(...triggers.map(({ id }) => id));

function verdictOf(
  trigger: (typeof triggers)[number]['id'],
  all: readonly (readonly [HookOutcome, boolean])[],
) {
  const tool = { name: 'Bash', input: {} };
  const event = { trigger, timestamp: '', sessionId: 's', workDir: '/w', tool, fields: {} };
  return all.reduce((progress, [outcome, may]) => addOutcome(progress, outcome, may), beginHooks(event))
    .verdict;
}

describe('what hooks say together', () => {
  it('is a no exactly where one says no, or asks where nobody can be asked', () => {
    fc.assert(
      fc.property(moments, said, (trigger, all) => {
        const denies = all.some(
          ([{ outcome }]) => outcome === 'denied' || (outcome === 'asks' && trigger !== 'before_tool'),
        );
        expect(verdictOf(trigger, all).decision === 'deny').toBe(denies);
      }),
    );
  });

  it('is an allow only where one that may approve approves, and none asks', () => {
    fc.assert(
      fc.property(moments, said, (trigger, all) => {
        if (verdictOf(trigger, all).decision === 'allow') {
          const last = all.findLastIndex(([{ outcome }, may]) => outcome === 'approves' && may);
          expect(last).toBeGreaterThanOrEqual(0);
          expect(all.some(([{ outcome }]) => outcome === 'asks' || outcome === 'denied')).toBe(false);
          expect(all.slice(last + 1).every(([{ modifiedInput }]) => modifiedInput === undefined)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is never an allow where no hook may approve', () => {
    fc.assert(
      fc.property(moments, fc.array(outcomes, { maxLength: 6 }), (trigger, all) => {
        expect(
          verdictOf(
            trigger,
            all.map((one) => [one, false]),
          ).decision,
        ).not.toBe('allow');
      }),
    );
  });
});

const verdicts: fc.Arbitrary<HookVerdict> = fc
  .record({
    decision: fc.constantFrom('none', 'allow', 'ask', 'deny'),
    reason: optional(words),
    modifiedInput: optional(inputs),
    additionalContext: optional(words),
  })
  .map(defined) as fc.Arbitrary<HookVerdict>;

describe('what Claude Code reads of hooks', () => {
  it('allows only what is allowed, and blocks only what is denied', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(hooks.triggers), 'Other'), verdicts, (event, verdict) => {
        const text = hooks.reply(event, verdict);
        const reply = text === '' ? {} : JSON.parse(text);
        const permission = reply.hookSpecificOutput?.permissionDecision;
        expect(permission === 'allow').toBe(event === 'PreToolUse' && verdict.decision === 'allow');
        expect(permission === undefined || permission === verdict.decision).toBe(true);
        expect(
          reply.decision === undefined || (reply.decision === 'block' && verdict.decision === 'deny'),
        ).toBe(true);
        expect(reply.continue).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('has no "allow" in it, where nobody wrote the word', () => {
    const plain = verdicts.filter(({ reason, modifiedInput, additionalContext }) =>
      [reason, additionalContext, JSON.stringify(modifiedInput)].every((one) => !one?.includes('allow')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(hooks.triggers)), plain, (event, verdict) => {
        expect(verdict.decision === 'allow' || !hooks.reply(event, verdict).includes('"allow"')).toBe(true);
      }),
    );
  });
});

const ends: fc.Arbitrary<ScriptEnd> = fc.record({
  how: fc.constantFrom('exited', 'killed', 'timeout', 'unstarted', 'no-script'),
  exit: fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(255)),
  stdout: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .record({
        decision: fc.oneof(fc.constantFrom('allow', 'deny', 'ask', 'Deny', null, 5), fc.jsonValue()),
        reason: fc.jsonValue(),
        modified_input: fc.jsonValue(),
        additional_context: fc.jsonValue(),
        log: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  ),
  stderr: fc.string({ unit: 'binary' }),
  isCut: fc.boolean(),
  ms: fc.nat(),
});

describe('the end of a script', () => {
  it('is a no only by exit 2, or by exit 0 and the word deny', () => {
    fc.assert(
      fc.property(ends, (end) => {
        const { outcome, reason } = readScriptEnd(end, hookOf());
        const exit = end.how === 'exited' ? end.exit : undefined;
        const denies = exit === 0 && !end.isCut && end.stdout.startsWith('{"decision":"deny",');
        expect(outcome === 'denied').toBe(exit === 2 || denies);
        if (outcome === 'denied') {
          expect(reason?.trim()).toBeTruthy();
        }
        if (outcome === 'approves') {
          expect(exit).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
