import { expect, it } from 'vitest';
import { agentId } from '../../../../src/core/agent/agent.ts';
import { reduceRoster } from '../../../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../../../src/core/roster/roster.ts';
import type { RosterStep } from '../../../../src/core/roster/rosterStep.ts';
import { buryAgent } from '../../../../src/core/roster/rosterSteps.ts';
import type { WindowFilter } from '../../../../src/core/view/shownAgents.ts';
import { ShownRoster } from '../../../../src/core/view/shownRoster.ts';

it('agents are of several programs for as long as those that are shown are', () => {
  const roster = new Roster();
  const shown = new ShownRoster(roster);
  const runs = new Map();
  const everywhere: WindowFilter = { folders: [], otherFolders: [], all: true, forgotten: new Map() };
  const nowhere: WindowFilter = { ...everywhere, otherFolders: ['/elsewhere'], all: false };
  const take = (step: RosterStep) => {
    roster.apply(step);
    shown.take(step);
  };
  const tell = (program: string, session: string, type: 'promptSubmitted' | 'sessionEnded') => {
    const head = { id: `${program} ${session} ${type}`, at: 0, program, session, evidence: 'hook' } as const;
    take(reduceRoster(roster, { ...head, type, facts: { cwd: '/elsewhere' } }));
  };
  const areSeveral = (view = everywhere) => {
    shown.look(runs, view);
    return shown.hasSeveralPrograms;
  };
  expect(areSeveral()).toBe(false);
  tell('p', 'a', 'promptSubmitted');
  tell('p', 'b', 'promptSubmitted');
  expect(areSeveral()).toBe(false);
  tell('q', 'c', 'promptSubmitted');
  tell('q', 'd', 'promptSubmitted');
  expect(areSeveral()).toBe(true);
  expect(areSeveral(nowhere)).toBe(false);
  expect(areSeveral()).toBe(true);
  for (const session of ['c', 'd']) {
    expect(areSeveral()).toBe(true);
    tell('q', session, 'sessionEnded');
    take(buryAgent(roster, agentId('q', session)));
  }
  expect(areSeveral()).toBe(false);
});
