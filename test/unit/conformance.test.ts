import { describe, expect, it } from 'vitest';
import type { Hook, Matcher } from '../../src/core/hookfile/hook.ts';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import { scriptInput } from '../../src/core/hookrun/hookEvent.ts';
import { matchHook } from '../../src/core/hookrun/matchHook.ts';
import { orderHooks } from '../../src/core/hookrun/orderHooks.ts';
import { spacedJson } from '../../src/core/hookrun/spacedJson.ts';
import type { HookVerdict } from '../../src/core/hookrun/verdict.ts';
import { addOutcome, beginHooks } from '../../src/core/hookrun/verdict.ts';
import type { GivenEnd } from '../support/conformance.ts';
import { conformanceCases, conformanceFiles, linesText } from '../support/conformance.ts';
import type { Fields, GivenEvent, Said } from '../support/conformanceRun.ts';
import { conforms, eventOf, outcomeOf } from '../support/conformanceRun.ts';

const operations = { none: 'continues', allow: 'approved', ask: 'asked', deny: 'blocked' } as const;

/** Compares what a case expects; what it does not name is free, and null stands for nothing. */
function saysSo(verdict: HookVerdict, expected: Said): void {
  expect(operations[verdict.decision]).toBe(expected.operation);
  if (expected.reason !== undefined) {
    expect(verdict.reason).toBe(expected.reason);
  }
  if (expected.reasonGiven) {
    expect(verdict.reason?.trim()).toBeTruthy();
  }
  if (expected.input !== undefined) {
    expect(verdict.modifiedInput ?? null).toEqual(expected.input);
  }
  if (expected.context !== undefined) {
    expect(verdict.additionalContext ?? null).toBe(expected.context);
  }
  for (const [at, text] of (expected.contexts ?? []).entries()) {
    const places = expected.contexts?.map((one) => verdict.additionalContext?.indexOf(one) ?? -1) ?? [];
    expect(verdict.additionalContext).toContain(text);
    expect(places[at]).toBeGreaterThan(places[at - 1] ?? -1);
  }
}

interface ExpectedFile {
  readonly valid: boolean;
  readonly fields?: Fields;
  readonly line?: number;
  readonly warns?: true;
}

conforms<{ lines?: readonly string[]; text?: string }, ExpectedFile>(
  'frontmatter',
  ({ lines = [], text = linesText(lines) }, expected) => {
    const { hook, problems } = parseHook(text);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(hook !== undefined, JSON.stringify(problems)).toBe(expected.valid);
    expect(errors.length === 0).toBe(expected.valid);
    expect(problems.length > errors.length).toBe(expected.warns ?? false);
    if (expected.line !== undefined) {
      expect(errors.map(({ range }) => range.start.line)).toContain(expected.line);
    }
    if (hook) {
      expect({ ...hook, timeout: hook.timeoutMs }).toMatchObject({ ...expected.fields });
      expect(hook.matcher).toEqual(expected.fields?.matcher ?? hook.matcher);
    }
  },
);

conforms<{ matcher: Matcher; event: GivenEvent & Fields }, { runs: boolean }>(
  'matching',
  ({ matcher, event }, { runs }) => {
    const findsIn = (pattern: string, texts: readonly string[]) =>
      texts.some((text) => new RegExp(pattern).test(text));
    expect(matchHook(matcher, eventOf(event), findsIn)).toBe(runs ? 'yes' : 'no');
  },
);

conforms<{ end: GivenEnd }, Said & { logged?: boolean }>('ends', ({ end }, expected) => {
  const outcome = outcomeOf(end);
  const before = beginHooks(eventOf({ event_type: 'before_tool', tool_name: 'Shell', tool_input: {} }));
  saysSo(addOutcome(before, outcome, false).verdict, expected);
  if (expected.logged !== undefined) {
    const isFailure = outcome.outcome === 'failed' || outcome.outcome === 'timeout';
    expect(isFailure || outcome.log !== undefined).toBe(expected.logged);
  }
});

conforms<
  { hooks: readonly { folder: string; name: string; priority: number }[] },
  { order: readonly string[]; replaced: readonly string[] }
>('order/order', ({ hooks }, expected) => {
  const { order, replaced } = orderHooks(
    hooks.map(({ folder, name, priority }) => ({
      scope: folder.startsWith('user/') ? ('user' as const) : ('project' as const),
      folder,
      hook: { name, priority } as Hook,
    })),
  );
  expect(order.map(({ folder }) => folder)).toEqual(expected.order);
  expect(replaced.map(({ hook }) => hook.folder)).toEqual(expected.replaced);
});

conforms<
  { event: GivenEvent & Fields; hooks: readonly (GivenEnd & { mayApprove?: boolean })[] },
  Said & { ran: number; seen?: readonly unknown[] }
>('order/together', ({ event, hooks }, expected) => {
  let progress = beginHooks(eventOf(event));
  const seen: unknown[] = [];
  for (const { mayApprove = false, ...end } of hooks) {
    if (progress.verdict.decision !== 'deny') {
      seen.push(progress.event.tool?.input);
      progress = addOutcome(progress, outcomeOf(end), mayApprove);
    }
  }
  expect(seen).toHaveLength(expected.ran);
  expect(seen).toEqual(expected.seen ?? seen);
  saysSo(progress.verdict, expected);
});

conforms<{ event: GivenEvent & Fields }, { stdin: Fields; contains?: readonly string[] }>(
  'events/payloads',
  ({ event }, { stdin, contains = [] }) => {
    const text = spacedJson(scriptInput(eventOf(event), event.event_type));
    const { tool: _t, path: _p, command: _c, ...said } = JSON.parse(text);
    expect(said).toEqual(stdin);
    expect(text).not.toContain('\n');
    for (const part of contains) {
      expect(text).toContain(part);
    }
  },
);

describe('the suite', () => {
  const all = conformanceFiles().flatMap((file) => conformanceCases<Fields, Fields>(file));

  it('has each id once', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('says of each case what it shows, of which section, and on what ground', () => {
    for (const { id, section, shows, basis } of all) {
      expect(section, id).toMatch(/^(?:[1-9]|10)(?:\.\d)?$|^Appendix$/u);
      expect(shows, id).toMatch(/\.$/u);
      expect(['spec', 'practice', 'choice'], id).toContain(basis);
    }
  });

  it('has cases for every section that says what a program does', () => {
    const sections = new Set(all.filter(({ basis }) => basis === 'spec').map(({ section }) => section));
    const wanted = ['1.1', '1.2', '1.3', '1.4', '1.5', '2.2', '2.3', '2.4', '3', '3.1', '3.2', '4.1', '4.2'];
    const more = ['4.3', '4.4', '5.1', '5.2', '5.3', '5.4', '5.5', '6.2', '7.1', '7.2', '8.1', '8.2', '8.3'];
    expect([...wanted, ...more, '10.2', '10.3', 'Appendix'].filter((one) => !sections.has(one))).toEqual([]);
  });

  it('marks the cases that need a process, and no others', () => {
    for (const { id, needs = [] } of all) {
      expect(needs.includes('process'), id).toBe(id.startsWith('runs.'));
    }
  });
});
