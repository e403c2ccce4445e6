import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentId } from '../../src/core/agent/agent.ts';
import type { Event } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { RosterStep } from '../../src/core/roster/rosterStep.ts';
import { buryAgent, expireAgents } from '../../src/core/roster/rosterSteps.ts';
import { KeptWants } from '../../src/core/view/keptWants.ts';
import { usualLevels } from '../../src/core/view/notifyKinds.ts';
import { rowChanges, shownRows } from '../../src/core/view/rowChanges.ts';
import { mostListed } from '../../src/core/view/rows/foldedRow.ts';
import { KeptRows } from '../../src/core/view/rows/keptRows.ts';
import { treeId } from '../../src/core/view/rows/treeId.ts';
import type { WindowFilter } from '../../src/core/view/shownAgents.ts';
import { shownAgents } from '../../src/core/view/shownAgents.ts';
import { ShownRoster } from '../../src/core/view/shownRoster.ts';
import type { TreeRow } from '../../src/core/view/treeRow.ts';
import { treeRows } from '../../src/core/view/treeRows.ts';
import { allWants } from '../../src/core/view/wants.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';
import { runOfSteps, waitingRun } from '../support/runOf.ts';

const levels = { ...usualLevels, idle: 'notify' } as const;
const folders = ['/api', '/api/src', '/docs'];
const places = ['/api', '/docs'].map((root) => ({ root, name: root.slice(1), worktree: false }));
/** The same places, on another branch. */
const moved = places.map((place) => ({ ...place, branch: 'next' }));
const within = (known: typeof places) => (folder: string | undefined) =>
  known.find(({ root }) => folder?.startsWith(root));
const finders = [within(places), within(moved)];
const noRuns: AgentsState['runs'] = new Map();
const supervising = [
  [],
  [runOfSteps(['build'], { agent: 'p:s' })],
  [waitingRun({}, { agent: 'p:s' })],
  [waitingRun({}, { agent: 'p:nobody' }), runOfSteps(['test'], { id: 'r2', agent: 'p:x', former: ['p:t'] })],
].map((runs): AgentsState['runs'] => new Map(runs.map((run) => [run.id, run])));
const windows: readonly WindowFilter[] = [
  { folders: ['/api'], otherFolders: ['/docs'], all: true, forgotten: new Map() },
  { folders: ['/api'], otherFolders: ['/docs'], all: false, forgotten: new Map() },
  { folders: ['/api'], otherFolders: [], all: false, forgotten: new Map([['p:t', 20_000]]) },
];
const sessions = ['s', 't', 'u', 'v', 'w', 'x', 'y'];

function head(session: string, about: string) {
  return { id: `${session} ${about}`, at: 0, program: 'p', session, evidence: 'hook' as const };
}

/** What a window shows all the while: where it changes, all is made anew. */
const setting = fc.record({
  window: fc.constantFrom(0, 1, 1, 2),
  isCrowded: fc.constantFrom(false, false, true),
});
const around = fc.record({
  passed: fc.constantFrom(0, 0, 1, 900, 9000, 10_000, 50_001, 60_000, 600_000, -5000),
  cwd: fc.constantFrom('/api', '/api', '/api', ...folders),
  finder: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
  step: fc.constantFrom('none', 'none', 'none', 'end', 'bury', 'expire'),
  isLooked: fc.constantFrom(true, true, false),
  runs: fc.constantFrom(0, 0, 0, 1, 2, 3),
});
/** Idle agents, more than a folder lists one by one. */
const idle = sessions.map((session): Event => ({ ...head(session, 'idle'), type: 'idleRead' }));
/** So many others at work that some agents of the folder are below the row for the rest. */
const crowd = Array.from({ length: mostListed - 4 }, (_, at): Event => {
  const facts = { cwd: '/api' };
  return { ...head(`crowd-${at}`, 'works'), type: 'promptSubmitted', facts };
});

describe('the rows and counts that are kept from one look to the next', () => {
  it('are those that would be made anew, whatever happened meanwhile; and so is what is drawn of them', () => {
    const events = fc
      .tuple(...sessions.map((session) => arbitraryEvents(session, 6)))
      .chain((all) => fc.shuffledSubarray(all.flat(), { minLength: 1 }))
      .map((some) => [...idle, ...some]);
    const history = events.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.array(around, { minLength: some.length, maxLength: some.length }),
        setting,
      ),
    );
    fc.assert(
      fc.property(history, ([some, happened, set]) => {
        const roster = new Roster();
        const shown = new ShownRoster(roster);
        const [rows, wants] = [new KeptRows(shown), new KeptWants(shown)];
        let [now, drawn, order] = [0, shownRows(rows.tops), ''];
        const take = (step: RosterStep) => {
          roster.apply(step);
          shown.take(step);
        };
        for (const event of set.isCrowded ? crowd : []) {
          take(reduceRoster(roster, event));
        }
        some.forEach((event, index) => {
          const around = happened[index];
          if (!around) {
            return;
          }
          const { cwd, step } = around;
          now += around.passed;
          take(reduceRoster(roster, { ...event, at: now, facts: { ...event.facts, cwd } }));
          if (step === 'end') {
            take(reduceRoster(roster, { ...head(event.session, `${index}`), at: now, type: 'sessionEnded' }));
          } else if (step === 'bury') {
            take(buryAgent(roster, agentId('p', event.session)));
          } else if (step === 'expire') {
            take(expireAgents(roster, now));
          }
          const window = windows[set.window];
          if (!around.isLooked || !window) {
            return;
          }
          const runs = supervising[around.runs] ?? noRuns;
          const placeOf = finders[around.finder] ?? within(places);
          const input = { now, placeOf, levels, canResume: () => false };
          const state = shownAgents({ ...roster, agents: new Map(roster.agents), runs }, window);
          shown.look(runs, window);
          expect([...shown.state.agents]).toEqual([...state.agents]);
          expect(wants.all(levels)).toEqual(allWants(state, levels));
          const { changes, before, hasMoved } = rows.look(input);
          // A copy of an agent is another agent: nothing is kept of it.
          const fresh = treeRows({ ...input, state: structuredClone(state) });
          expect(rows.tops).toEqual(fresh);
          const all = shownRows(fresh);
          expect(new Map(rows.rows)).toEqual(new Map(all));
          for (const row of rows.rows.values()) {
            // What stands below a folded row is known by how much is in it.
            expect(row.kind === 'folded' ? row.size : 0).toBe(row.kind === 'folded' ? sizeOf(row) : 0);
          }
          const due = rowChanges(drawn, all);
          // More may be drawn again than looks different; less may not.
          if (changes !== 'all') {
            expect(due).not.toBe('all');
            expect(changes).toEqual(
              expect.arrayContaining([...due].filter((id) => isBelowAny(id, changes, all))),
            );
            expect(changes.map((id) => knownAs(before, id))).toEqual(changes.map((id) => knownAs(drawn, id)));
          }
          const ids = [...all.keys()].join('\n');
          expect(hasMoved || ids === order).toBe(true);
          [drawn, order] = [structuredClone(all), ids];
        });
      }),
      { numRuns: 120 },
    );
  });
});

function sizeOf({ children }: TreeRow): number {
  return children.reduce((size, row) => size + 1 + sizeOf(row), 0);
}

function knownAs(rows: ReturnType<typeof shownRows>, id: string): string | undefined {
  const row = rows.get(id);
  return row && treeId(row);
}

/** Whether a row has to be named itself: no row that it is below is drawn again with all below it. */
function isBelowAny(id: string, changes: readonly string[], all: ReturnType<typeof shownRows>): boolean {
  const row = all.get(id);
  const parent = row && 'parent' in row ? row.parent : undefined;
  return parent === undefined || (!changes.includes(parent) && isBelowAny(parent, changes, all));
}
