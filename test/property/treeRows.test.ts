import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import { durationStands, durationText } from '../../src/core/text/durationText.ts';
import { usualLevels } from '../../src/core/view/notifyKinds.ts';
import { treeRows } from '../../src/core/view/treeRows.ts';
import { allWants } from '../../src/core/view/wants.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';
import { play } from '../support/claude.ts';
import { runOfSteps, waitingRun } from '../support/runOf.ts';

const levels = { ...usualLevels, idle: 'notify' } as const;
const places = ['/api', '/docs'].map((root) => ({ root, name: root.slice(1), worktree: false }));
/** The same places, some of them on another branch. */
const moved = places.map((place) => ({ ...place, branch: 'next' }));
/** What runs there are: none, one that left its agent for another, one that has it, one that asks about it. */
const agent = 'p:s';
const supervising = [
  [],
  [runOfSteps(['build'], { agent: 'p:x', former: [agent] })],
  [runOfSteps(['build'], { agent })],
  [waitingRun({}, { agent })],
].map((runs): AgentsState['runs'] => new Map(runs.map((run) => [run.id, run])));

/** From less than a row can say to more than an agent may be silent for. */
const passed = fc.constantFrom(
  0,
  1,
  900,
  9000,
  10_000,
  50_001,
  60_000,
  600_000,
  3_600_000,
  8 * 3_600_000 + 1,
);

describe('the rows of the tree', () => {
  it('that were kept are those that would be made anew, whatever happened meanwhile', () => {
    const events = fc
      .tuple(...['s', 't', 'u'].map((session) => arbitraryEvents(session, 10)))
      .chain((all) => fc.shuffledSubarray(all.flat(), { minLength: 1 }));
    const steps = events.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.array(fc.record({ passed, runs: fc.constantFrom(...supervising), isMoved: fc.boolean() }), {
          minLength: some.length,
          maxLength: some.length,
        }),
      ),
    );
    fc.assert(
      fc.property(steps, ([some, around]) => {
        let [state, now]: [AgentsState, number] = [noAgents, 0];
        some.forEach((event, index) => {
          const facts = { ...event.facts, cwd: places[index % 2]?.root ?? '' };
          state = play([{ ...event, at: now, facts }], state).state;
          const [none = new Map()] = supervising;
          const { passed: wait = 0, runs = none, isMoved = false } = around[index] ?? {};
          const placeOf = (folder: string | undefined) =>
            (isMoved ? moved : places).find(({ root }) => root === folder);
          for (const change of [{ wait: 0 }, { wait }, { wait: 0, runs }]) {
            now += change.wait;
            state = { ...state, runs: change.runs ?? state.runs };
            // A copy of an agent is another agent: nothing is kept of it.
            const copied = structuredClone(state);
            const kept = treeRows({ state, now, placeOf, levels, canResume: () => false });
            expect(kept).toEqual(treeRows({ state: copied, now, placeOf, levels, canResume: () => false }));
            expect(allWants(state, levels)).toEqual(allWants(copied, levels));
          }
        });
      }),
    );
  });
});

describe('the text of a length of time', () => {
  it('stays the same for as long as is said, and no longer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat({ max: 4_000_000 }), fc.nat()), (ms) => {
        const stands = durationStands(ms);
        expect(durationText(ms + stands - 1)).toBe(durationText(ms));
        expect(durationText(ms + stands)).not.toBe(durationText(ms));
      }),
    );
  });
});
