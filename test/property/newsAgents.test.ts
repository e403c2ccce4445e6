import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentId } from '../../src/core/agent/agent.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { RosterStep } from '../../src/core/roster/rosterStep.ts';
import { buryAgent, expireAgents } from '../../src/core/roster/rosterSteps.ts';
import { NewsAgents, newsState } from '../../src/core/view/newsAgents.ts';
import { Namesakes } from '../../src/core/view/notify/namesakes.ts';
import type { NotifyKind } from '../../src/core/view/notifyKinds.ts';
import { notifyKinds } from '../../src/core/view/notifyKinds.ts';
import { newsOf, occurrencesIn } from '../../src/core/view/occurrences.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';
import { waitingRun } from '../support/runOf.ts';

const sessions = ['s', 't', 'u'];
const around = fc.record({
  wanted: fc.subarray([...notifyKinds]),
  passed: fc.constantFrom(0, 1, 900, 600_000),
  step: fc.constantFrom('none', 'none', 'none', 'bury', 'expire'),
});
const history = fc
  .tuple(...sessions.map((session) => arbitraryEvents(session, 10)))
  .chain((all) => fc.shuffledSubarray(all.flat(), { minLength: 1 }))
  .chain((events) =>
    fc
      .array(around, { minLength: events.length, maxLength: events.length })
      .map((more) => events.map((event, at) => ({ event, ...(more[at] as (typeof more)[number]) }))),
  );

describe('the agents of which a person may be told something', () => {
  it('are those that a look at all of them finds, whatever happened', () => {
    const run = waitingRun({}, { agent: 'p:s' });
    fc.assert(
      fc.property(history, (steps) => {
        const roster = new Roster();
        const [news, namesakes] = [new NewsAgents(roster), new Namesakes(roster)];
        const take = (step: RosterStep) => {
          roster.apply(step);
          news.take(step);
          namesakes.take(step);
        };
        let now = 0;
        for (const { event, wanted, passed, step } of steps) {
          now += passed;
          take(reduceRoster(roster, { ...event, at: now }));
          if (step === 'bury') {
            take(buryAgent(roster, agentId('p', event.session)));
          } else if (step === 'expire') {
            take(expireAgents(roster, now));
          }
          const isWanted = (kind: NotifyKind) => wanted.includes(kind);
          const { agents, tombstones } = roster;
          const found = [...agents.values()].filter((agent) => newsOf(agent).some(isWanted));
          expect(new Set(news.of(isWanted))).toEqual(new Set(found));
          const state = { agents, tombstones, runs: new Map([[run.id, run]]) };
          const some = newsState(state, news.of(isWanted));
          const keysIn = (of: AgentsState) =>
            occurrencesIn(of, isWanted)
              .map(({ key }) => key)
              .sort();
          expect(keysIn(some)).toEqual(keysIn(state));
          const anew = new Namesakes(roster);
          for (const agent of agents.values()) {
            expect(new Set(namesakes.of(agent))).toEqual(new Set(anew.of(agent)));
          }
          // Who asks what is told with the conversation it is of.
          const parents = [...some.agents.values()].flatMap(({ parent }) => parent ?? []);
          expect(parents.filter((id) => agents.has(id) && !some.agents.has(id))).toEqual([]);
        }
      }),
    );
  });
});
