import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentUrgency } from '../../src/core/agent/agent.ts';
import { promptEnds } from '../../src/core/agent/prompts.ts';
import { hasEnded, urgencyOf } from '../../src/core/agent/state.ts';
import type { Event, Happening } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { Run } from '../../src/core/run/run.ts';
import { arbitraryEvents, arbitraryHistory } from '../support/arbitraryEvent.ts';
import { play } from '../support/claude.ts';
import { reduceAgents, startEra } from '../support/rosterState.ts';
import { runOver } from '../support/supervision.ts';

// Enough to find what one in a hundred sequences shows; the whole file still takes a few seconds.
const law = <T>(property: fc.IRawProperty<T>) => fc.assert(property, { numRuns: 300 });
const root = 'p:s';
const runs: fc.Arbitrary<ReadonlyMap<string, Run>> = fc
  .record({
    current: fc.constantFrom(root, 'p:elsewhere'),
    former: fc.constantFrom([], [root]),
    ended: fc.constantFrom(undefined, 'done', 'failed' as const),
    signal: fc.constantFrom(undefined, 'escalate', 'continue' as const),
  })
  .map(({ current, former, ended, signal }) => {
    const run: Run = { ...runOver({}, { id: 'r', agent: current }), former };
    const spoken: Run = signal ? { ...run, signal } : run;
    return new Map([['r', ended ? { ...spoken, status: ended } : spoken]]);
  });

/** Every state an agent went through, for every agent of a session. */
function statesOf(events: readonly Event[], session: string): unknown[] {
  let state: AgentsState = noAgents;
  return events.flatMap((event) => {
    state = reduceAgents(state, event).state;
    return event.session === session
      ? [[...state.agents.values()].filter((agent) => agent.session === session)]
      : [];
  });
}

/** What every agent does, without the times. */
function statesIn({ agents }: AgentsState): unknown[] {
  return [...agents.values()].map(({ id, base, prompts }) => [id, base.state, prompts.map((one) => one.id)]);
}

function interleavings(a: readonly Event[], b: readonly Event[]): fc.Arbitrary<Event[]> {
  return fc
    .array(fc.boolean(), { minLength: a.length + b.length, maxLength: a.length + b.length })
    .map((turns) => {
      const [left, right] = [[...a], [...b]];
      return turns.flatMap(
        (first) => (first ? (left.shift() ?? right.shift()) : (right.shift() ?? left.shift())) ?? [],
      );
    });
}

describe('for every sequence of events', () => {
  it('applying an event twice equals applying it once', () => {
    law(
      fc.property(arbitraryEvents('s'), runs, (events, supervised) => {
        let state: AgentsState = { ...noAgents, runs: supervised };
        for (const event of events) {
          const once = reduceAgents(state, event).state;
          const twice = reduceAgents(once, event);
          expect(twice.state).toEqual(once);
          expect(twice.effects).toEqual([]);
          state = once;
        }
      }),
    );
  });

  it('any interleaving of two agents gives each the same states as alone', () => {
    const two = fc
      .tuple(arbitraryEvents('s', 12), arbitraryEvents('t', 12))
      .chain(([a, b]) => fc.tuple(fc.constant(a), fc.constant(b), interleavings(a, b)));
    law(
      fc.property(two, ([a, b, mixed]) => {
        expect(mixed).toHaveLength(a.length + b.length);
        expect(statesOf(mixed, 's')).toEqual(statesOf(a, 's'));
        expect(statesOf(mixed, 't')).toEqual(statesOf(b, 't'));
      }),
    );
  });

  it('an older event never replaces a newer state; only a prompt that nothing answered, or an end, may still count', () => {
    const exempt = new Set([
      'promptShown',
      'waitingRead',
      'processEnded',
      'processLost',
      'sessionEnded',
      'decisionSettled',
      'promptStood',
    ]);
    law(
      fc.property(arbitraryHistory('s'), arbitraryEvents('s', 1), (events, [late]) => {
        const { state } = play(events);
        const before = state.agents.get(late?.child ? `${root}/${late.child.id}` : root);
        fc.pre(
          late !== undefined && before !== undefined && late.at < before.base.at && !exempt.has(late.type),
        );
        // A file says idle after a failed turn too, and is often read before the transcript that knows better.
        fc.pre(!(late.type === 'turnFailed' && before.base.evidence === 'sessionFile'));
        const next = reduceAgents(state, { ...late, id: 'late' }).state;
        const after = next.agents.get(before.id);
        expect(after?.base).toEqual(before.base);
        expect(after?.prompts.filter((prompt) => prompt.at > late.at)).toEqual(
          before.prompts.filter((prompt) => prompt.at > late.at),
        );
      }),
    );
  });

  it('after the clock was set back a row follows the next hook as if it had not been', () => {
    const next = fc.constantFrom<Happening>(
      { type: 'promptSubmitted' },
      { type: 'toolStarted', tool: 'Bash', callId: 'next', input: {} },
      { type: 'turnEnded', background: [] },
      { type: 'sessionStarted', source: 'resume' },
    );
    const setBackMs = fc.integer({ min: 120_000, max: 10_000_000 });
    law(
      fc.property(arbitraryHistory('s'), next, setBackMs, (history, happening, byMs) => {
        const { state } = play(history);
        const at = Math.max(...history.map((event) => event.at)) + 1;
        const event: Event = { id: 'next', at, program: 'p', session: 's', evidence: 'hook', ...happening };
        const back = { ...event, at: at - byMs };
        const followed = reduceAgents(startEra(state, back, back.at), back).state;
        expect(statesIn(followed)).toEqual(statesIn(reduceAgents(state, event).state));
      }),
    );
  });

  it('a failure of the last turn is shown, and stays until there is new work, in whatever order files are read', () => {
    const head = { program: 'p', session: 's' } as const;
    const failure: Event = {
      ...head,
      id: 'f',
      at: 99_990,
      evidence: 'transcript',
      type: 'turnFailed',
      error: { class: 'overloaded' },
    };
    const idle: Event = { ...head, id: 'i', at: 100_000, evidence: 'sessionFile', type: 'idleRead' };
    const busy: Event = { ...head, id: 'b', at: 99_000, evidence: 'sessionFile', type: 'busyRead' };
    law(
      fc.property(arbitraryHistory('s'), fc.boolean(), (events, fileFirst) => {
        const { state } = play([...events, busy, ...(fileFirst ? [idle, failure] : [failure, idle])]);
        const row = state.agents.get(root);
        fc.pre(row !== undefined && !hasEnded(row.state));
        expect(row.base.state.kind).toBe('failed');
        expect(play([{ ...busy, id: 'n', at: 100_001 }], state).state.agents.get(root)?.base.state.kind).toBe(
          'working',
        );
      }),
    );
  });

  it('an idle notice, agent:idle and a quiet transcript never replace an unanswered prompt', () => {
    law(
      fc.property(
        arbitraryHistory('s'),
        fc.constantFrom('idleNoticed', 'quietNoticed' as const),
        (events, type) => {
          const { state } = play(events);
          for (const agent of state.agents.values()) {
            const evidence = type === 'idleNoticed' ? ('hook' as const) : ('transcript' as const);
            const child =
              agent.parent === undefined ? {} : { child: { id: agent.id.slice(root.length + 1) } };
            const notice = { id: 'n', at: 99_999, program: 'p', session: 's', evidence, type, ...child };
            const after = reduceAgents(state, notice).state.agents.get(agent.id);
            if (agent.state.kind === 'prompting') {
              expect(after?.state).toEqual(agent.state);
              expect(after?.base).toEqual(agent.base);
            }
          }
        },
      ),
    );
  });

  it('a Stop of the same agent ends its prompts, and none of what goes on in the background', () => {
    law(
      fc.property(arbitraryHistory('s'), fc.boolean(), (events, told) => {
        const { state } = play(events);
        const agent = state.agents.get(root);
        fc.pre(agent?.state.kind === 'prompting');
        const background = told ? { background: ['a1', 'a2'] } : {};
        const head = { id: 'stop', at: 99_999, program: 'p', session: 's', evidence: 'hook' } as const;
        const after = reduceAgents(state, { ...head, type: 'turnEnded', ...background }).state;
        expect(after.agents.get(root)?.state.kind).toBe(told ? 'working' : 'idle');
        for (const child of state.agents.values()) {
          if (child.parent !== undefined) {
            expect(after.agents.get(child.id)?.prompts).toEqual(child.prompts);
          }
        }
      }),
    );
  });

  it('a Stop with nothing in the background leaves no subagent at work or asking', () => {
    law(
      fc.property(arbitraryHistory('s'), (events) => {
        const { state } = play(events);
        fc.pre(
          state.agents.get(root)?.state.kind !== 'exited' && state.agents.get(root)?.state.kind !== 'gone',
        );
        const head = { id: 'stop', at: 99_999, program: 'p', session: 's', evidence: 'hook' } as const;
        const after = reduceAgents(state, { ...head, type: 'turnEnded', background: [] }).state;
        const children = [...after.agents.values()].filter(({ parent }) => parent === root);
        expect(
          children.filter((child) => child.state.kind === 'working' || child.prompts.length > 0),
        ).toEqual([]);
      }),
    );
  });

  it('a permission never replaces a question or a plan that waits', () => {
    const permission = fc.constantFrom<Pick<Event, 'type'> & Partial<Event>>(
      { type: 'promptShown', ask: { kind: 'permission', reason: 'Permission' }, generic: true } as never,
      {
        type: 'promptShown',
        ask: { kind: 'permission', reason: 'Bash', tool: 'Bash' },
        generic: false,
      } as never,
      { type: 'waitingRead', ask: { kind: 'permission', reason: 'Permission' } } as never,
    );
    law(
      fc.property(arbitraryHistory('s'), permission, (events, shown) => {
        const { state } = play(events);
        const before = state.agents.get(root)?.state;
        fc.pre(before?.kind === 'prompting' && before.prompt.kind !== 'permission');
        const event = {
          id: 'n',
          at: 99_999,
          program: 'p',
          session: 's',
          evidence: 'hook',
          ...shown,
        } as Event;
        const after = reduceAgents(state, event).state.agents.get(root)?.state;
        expect(after).toMatchObject({
          kind: 'prompting',
          prompt: { kind: before.prompt.kind, reason: before.prompt.reason },
        });
      }),
    );
  });

  it('a guard stops actions and never freezes a row', () => {
    law(
      fc.property(arbitraryEvents('s'), runs, (events, supervised) => {
        const free = play(events).state.agents;
        const guarded = play(events, { ...noAgents, runs: supervised }).state.agents;
        expect(guarded).toEqual(free);
      }),
    );
  });

  it('a signal of its current agent ends a run that has not ended, and an ended run never acts', () => {
    law(
      fc.property(arbitraryEvents('s'), runs, (events, supervised) => {
        let state: AgentsState = { ...noAgents, runs: supervised };
        for (const event of events) {
          const before = state.runs.get('r');
          const step = reduceAgents(state, event);
          const after = step.state.runs.get('r');
          const open = before?.status === 'running' || before?.status === 'waiting';
          const acts = step.effects.filter((effect) => 'run' in effect);
          const own = event.type === 'signalled' && event.child === undefined;
          if (own && event.signal === 'complete' && open && before.agent === root) {
            expect(after?.status).toBe('done');
            expect(acts).toEqual([{ type: 'endRun', run: 'r' }]);
          }
          if (!open || before?.agent !== root) {
            expect(acts).toEqual([]);
            expect(after).toEqual(before);
          }
          state = step.state;
        }
      }),
    );
  });

  it('an ended id stays ended until its own start', () => {
    law(
      fc.property(arbitraryEvents('s'), (events) => {
        let state: AgentsState = noAgents;
        for (const event of events) {
          const agent = state.agents.get(root);
          const ended = state.tombstones.has(root) || (agent !== undefined && hasEnded(agent.state));
          const next = reduceAgents(state, event).state;
          const now = next.agents.get(root);
          if (ended && event.type !== 'sessionStarted') {
            expect(now === undefined || hasEnded(now.state)).toBe(true);
            expect([...next.agents.values()].filter(({ parent }) => parent === root)).toEqual([]);
          }
          state = next;
        }
      }),
    );
  });

  it('an ended subagent stays ended until it is started again', () => {
    law(
      fc.property(arbitraryEvents('s'), (events) => {
        let state: AgentsState = noAgents;
        for (const event of events) {
          const ended = [...state.agents.values()].filter((agent) => agent.parent && hasEnded(agent.state));
          const next = reduceAgents(state, event).state;
          for (const { id } of event.type === 'subagentStarted' ? [] : ended) {
            const now = next.agents.get(id);
            expect(now === undefined || hasEnded(now.state)).toBe(true);
          }
          state = next;
        }
      }),
    );
  });

  it('what a row shows follows from what it holds', () => {
    law(
      fc.property(arbitraryEvents('s'), (events) => {
        for (const agent of play(events).state.agents.values()) {
          expect(agent.state.kind === 'prompting').toBe(agent.prompts.length > 0);
          expect(agent.prompts.length > 0 || agent.state === agent.base.state).toBe(true);
          expect(agentUrgency(agent)).toBe(agent.prompts.length > 0 ? 'attention' : urgencyOf(agent.state));
          expect(new Set(agent.prompts.map(({ id }) => id)).size).toBe(agent.prompts.length);
        }
      }),
    );
  });

  it('every decision that opened is closed or still waits', () => {
    law(
      fc.property(arbitraryEvents('s'), (events) => {
        let state: AgentsState = noAgents;
        const open = new Set<string>();
        for (const event of events) {
          const step = play([event], state);
          for (const effect of step.effects) {
            if (effect.type === 'closeDecision') {
              expect(open.delete(effect.decision.id)).toBe(true);
            }
          }
          for (const { id } of step.opened) {
            expect(open.has(id)).toBe(false);
            open.add(id);
          }
          state = step.state;
        }
        const waiting = [...state.agents.values()].flatMap(({ prompts }) =>
          prompts.filter(
            ({ confirmedAt, escalatedAt }) => confirmedAt !== undefined && escalatedAt === undefined,
          ),
        );
        expect([...open].sort()).toEqual(waiting.map(({ id }) => id).sort());
      }),
    );
  });
});

describe('the table of what ends a prompt', () => {
  it('never lets a notice or a silence end one, and a start only where it says that the call was allowed', () => {
    for (const type of ['idleNoticed', 'quietNoticed', 'waitingRead', 'noted'] as const) {
      expect(promptEnds[type]).toBe('none');
    }
    expect(promptEnds.toolStarted).toBe('allowed');
  });
});
