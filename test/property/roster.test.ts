import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentId } from '../../src/core/agent/agent.ts';
import type { Event } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { KnownRoster, RosterStep } from '../../src/core/roster/rosterStep.ts';
import { buryAgent, expireAgents, putRun } from '../../src/core/roster/rosterSteps.ts';
import type { Run } from '../../src/core/run/run.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';
import { familyOf, rosterOf } from '../support/rosterState.ts';
import { runOver } from '../support/supervision.ts';

const sessions = ['s', 't', 'u'] as const;
const names = sessions.map((session) => agentId('p', session));

/** Events of several conversations, whose processes move from one to the other and say whose they are. */
const events: fc.Arbitrary<readonly Event[]> = fc
  .tuple(...sessions.map((session) => arbitraryEvents(session, 12)))
  .chain((all) => fc.shuffledSubarray(all.flat(), { minLength: 0 }))
  .chain((some) =>
    fc.tuple(
      fc.constant(some),
      fc.array(
        fc.record({ pid: fc.constantFrom(undefined, 1, 2, 3), as: fc.constantFrom(undefined, ...names) }),
        { minLength: some.length, maxLength: some.length },
      ),
      fc.array(fc.boolean(), { minLength: some.length, maxLength: some.length }),
    ),
  )
  .map(([some, facts, isFile]) =>
    some.map((event, at): Event => {
      const { pid, as } = facts[at] ?? {};
      const more = { ...(pid === undefined ? {} : { pid }), ...(as === undefined ? {} : { startedAs: as }) };
      const evidence = isFile[at] && pid !== undefined ? 'sessionFile' : event.evidence;
      return { ...event, id: `${event.session}${event.id}`, evidence, facts: { ...event.facts, ...more } };
    }),
  );

const runs: fc.Arbitrary<readonly Run[]> = fc
  .array(
    fc.record({
      agent: fc.constantFrom('', ...names),
      former: fc.subarray([...names]),
      startedAs: fc.constantFrom(undefined, ...names),
      movingPid: fc.constantFrom(undefined, 1, 2),
      origin: fc.constantFrom('started', 'supervised' as const),
      status: fc.constantFrom('running', 'running', 'done' as const),
      command: fc.constantFrom('claude', './agents.sh'),
    }),
    { maxLength: 4 },
  )
  .map((all) =>
    all.map(({ agent, former, startedAs, movingPid, origin, status, command }, at): Run => {
      const [step, ...rest] = runOver({}, {}).steps;
      const begun = runOver({}, { id: `r${at}`, agent, origin });
      const more = {
        ...(startedAs === undefined ? {} : { startedAs }),
        ...(movingPid === undefined ? {} : { movingPid }),
      };
      return { ...begun, former, status, ...more, steps: step ? [{ ...step, command }, ...rest] : [] };
    }),
  );

function stateOf({ agents, tombstones, runs: all }: KnownRoster): AgentsState {
  return { agents: new Map(agents), tombstones: new Map(tombstones), runs: new Map(all) };
}

function visible({ agents, runs: all, effects }: RosterStep) {
  return { agents, runs: all, effects };
}

/** A roster that knows the runs, and has heard the events; each step is shown to the law before it is applied. */
function hear(
  all: readonly Event[],
  supervised: readonly Run[],
  law: (roster: Roster, event: Event) => void,
) {
  const roster = new Roster();
  for (const run of supervised) {
    roster.apply(putRun(roster, run));
  }
  for (const [at, event] of all.entries()) {
    law(roster, event);
    roster.apply(reduceRoster(roster, event));
    if (at % 7 === 6) {
      roster.apply(buryAgent(roster, agentId(event.program, event.session)));
      roster.apply(expireAgents(roster, event.at + 9 * 60 * 1000));
    }
  }
  return roster;
}

const numRuns = 200;

describe('for every sequence of events, a roster', () => {
  it('finds by its keys what a look at everything finds', () => {
    fc.assert(
      fc.property(events, runs, (all, supervised) => {
        const roster = hear(all, supervised, () => {});
        const state = stateOf(roster);
        const known = [...state.agents.values()];
        for (const root of names) {
          expect([...roster.family(root).agents.values()]).toEqual(familyOf(state.agents, root));
          const ends = [...state.tombstones].filter(([id]) => id === root || id.startsWith(`${root}/`));
          expect([...roster.family(root).tombstones].sort()).toEqual(ends.sort());
        }
        for (const pid of [1, 2, 3]) {
          const own = known.filter(({ parent, processes }) => !parent && processes.includes(pid));
          expect(new Set(roster.ofProcess(pid))).toEqual(new Set(own));
        }
        for (const prompt of known.flatMap(({ prompts }) => prompts)) {
          const own = known.filter(({ prompts }) => prompts.some(({ id }) => id === prompt.id));
          expect(roster.asking(prompt.id)).toEqual(expect.arrayContaining(own));
          expect(roster.asking(prompt.requestId ?? prompt.id)).not.toEqual([]);
        }
        const ended = known.filter(({ state: { kind } }) => kind === 'exited' || kind === 'gone');
        expect(new Set(roster.ended)).toEqual(new Set(ended));
      }),
      { numRuns },
    );
  });

  it('steps as one does that is made of the same state', () => {
    fc.assert(
      fc.property(events, runs, (all, supervised) => {
        hear(all, supervised, (roster, event) => {
          expect(reduceRoster(roster, event)).toEqual(reduceRoster(rosterOf(stateOf(roster)), event));
        });
      }),
      { numRuns },
    );
  });

  it('asks only for the runs that an event can concern', () => {
    fc.assert(
      fc.property(events, runs, (all, supervised) => {
        hear(all, supervised, (roster, event) => {
          const everything: KnownRoster = new Proxy(roster, {
            get: (target, name) => {
              const value: unknown = Reflect.get(target, name, target);
              if (name === 'runsAbout') {
                return () => target.runs;
              }
              return typeof value === 'function' ? value.bind(target) : value;
            },
          });
          expect(visible(reduceRoster(roster, event))).toEqual(visible(reduceRoster(everything, event)));
        });
      }),
      { numRuns },
    );
  });
});
