import { describe, expect, it } from 'vitest';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import { scriptInput } from '../../src/core/hookrun/hookEvent.ts';
import { eventsOfTrigger } from '../../src/core/hookrun/programHooks.ts';
import { addOutcome, beginHooks } from '../../src/core/hookrun/verdict.ts';
import type { ConformanceCase, GivenEnd } from '../support/conformance.ts';
import { conformanceCases, conformanceFiles } from '../support/conformance.ts';
import type { Fields, GivenEvent, Said } from '../support/conformanceRun.ts';
import { conforms, outcomeOf } from '../support/conformanceRun.ts';
import type { Answered, Told } from '../support/programCases.ts';
import {
  declaredEvent,
  inputsOf,
  ownPayload,
  recordedFields,
  replyOf,
  runningPrograms,
  triggerIn,
  wantedReply,
} from '../support/programCases.ts';

interface Together {
  readonly event: GivenEvent & Fields;
  readonly hooks: readonly (GivenEnd & { readonly mayApprove?: boolean })[];
}

const make = { event_type: 'before_tool', tool_name: 'Shell', tool_input: { command: 'make' } };
const endings: readonly ConformanceCase<Together, Said>[] = [
  ...conformanceCases<{ end: GivenEnd }, Said>('ends').map((one) => ({
    ...one,
    input: { event: make, hooks: [one.input.end] },
  })),
  ...conformanceCases<Together, Said>('order/together'),
];

it('the suite has the events and the replies of every program for which hooks run, and of no other', () => {
  const ids = runningPrograms.map(({ id }) => id).sort();
  for (const folder of ['inputs', 'replies']) {
    const files = conformanceFiles().filter((file) => file.startsWith(`${folder}/`));
    expect(files).toEqual(ids.map((id) => `${folder}/${id}`));
  }
});

describe.each(runningPrograms.map((one) => [one.name, one] as const))('%s', (_, program) => {
  const { id, hooks } = program;
  const inputs = inputsOf(id);
  const events = Object.keys(hooks.triggers);

  conforms<Told, { stdin: Fields | null }>(
    `inputs/${id}`,
    ({ event, payload, trigger, timestamp }, { stdin }) => {
      const isMoment = hooks.triggers[event]?.includes(trigger) && hooks.isMoment?.(event, payload) !== false;
      const told = scriptInput(hooks.toEvent(payload, trigger, timestamp), trigger);
      expect(isMoment ? told : null).toEqual(stdin);
    },
  );

  conforms<Answered, { reply: Fields | null }>(`replies/${id}`, ({ event, outcome }, { reply }) => {
    expect(replyOf(hooks, event, outcome)).toEqual(reply);
  });

  describe('what it declares', () => {
    it.each(triggers.map((trigger) => trigger.id))('is where hooks run: at %s', (trigger) => {
      const cases = inputs.filter(({ input, expected }) => input.trigger === trigger && expected.stdin);
      const shown = new Set(cases.map(({ input }) => input.event));
      expect([...shown]).toEqual(eventsOfTrigger(hooks, trigger));
    });

    it.each(events)('is where a no is heeded: at %s', (event) => {
      const reply = wantedReply(id, event, { operation: 'blocked', reason: 'No.' });
      expect(reply !== null).toBe(hooks.honours(event));
    });

    it('has a case for each thing that hooks may say at each of its events', () => {
      const [before] = eventsOfTrigger(hooks, 'before_tool');
      const kinds = (event: string) => (event === before ? ['asked', 'approved', 'input'] : []);
      const wanted = events.flatMap((event) =>
        ['continues', 'blocked', 'context', ...kinds(event)].map((kind) => `replies.${id}.${kind}.${event}`),
      );
      expect(conformanceCases(`replies/${id}`).map((one) => one.id)).toEqual(expect.arrayContaining(wanted));
      expect(conformanceCases(`replies/${id}`)).toHaveLength(wanted.length);
    });
  });

  it('has its payloads as they were recorded, with no other field', () => {
    const recorded = recordedFields(id);
    const seen = inputs.filter(({ input }) => recorded.has(input.event));
    expect(seen.length).toBeGreaterThan(9);
    for (const one of seen) {
      const known = recorded.get(one.input.event);
      expect(
        Object.keys(one.input.payload).filter((field) => !known?.has(field)),
        one.id,
      ).toEqual([]);
    }
  });

  describe('hooks that end as in the suite', () => {
    const named = (cases: typeof endings) => cases.map((one) => [one.id, one] as const);
    const isDeclared = ({ input }: (typeof endings)[number]) =>
      declaredEvent(program, input.event) !== undefined;

    it.each(named(endings.filter(isDeclared)))('%s', (_, { input, expected: { operation } }) => {
      const event = declaredEvent(program, input.event) ?? '';
      const trigger = triggerIn(input.event);
      const payload = ownPayload(id, input.event);
      let progress = beginHooks(hooks.toEvent(payload ?? {}, trigger, ''));
      expect([payload === undefined, progress.event.tool?.name === undefined]).toEqual([
        false,
        input.event.tool_name === undefined && !/_tool/u.test(trigger),
      ]);
      for (const { mayApprove = false, ...end } of input.hooks) {
        progress =
          progress.verdict.decision === 'deny' ? progress : addOutcome(progress, outcomeOf(end), mayApprove);
      }
      const { reason, modifiedInput, additionalContext } = progress.verdict;
      const said: Said =
        operation === 'continues'
          ? {
              operation,
              ...(modifiedInput ? { input: modifiedInput } : { context: additionalContext ?? null }),
            }
          : { operation, ...(operation === 'approved' || reason === undefined ? {} : { reason }) };
      expect(replyOf(hooks, event, said)).toEqual(wantedReply(id, event, said));
    });

    it.each(named(endings.filter((one) => !isDeclared(one))))('it says nothing of: %s', (_, { input }) => {
      expect(ownPayload(id, input.event)).toBeUndefined();
    });
  });
});
