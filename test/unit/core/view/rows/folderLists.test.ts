import { expect, it } from 'vitest';
import { agentId } from '../../../../../src/core/agent/agent.ts';
import { reduceRoster } from '../../../../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../../../../src/core/roster/roster.ts';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { mostListed } from '../../../../../src/core/view/rows/foldedRow.ts';
import { KeptRows } from '../../../../../src/core/view/rows/keptRows.ts';
import type { WindowFilter } from '../../../../../src/core/view/shownAgents.ts';
import { ShownRoster } from '../../../../../src/core/view/shownRoster.ts';
import { hook } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';

const everywhere: WindowFilter = { folders: [], otherFolders: [], all: true, forgotten: new Map() };
const runs = new Map();

it('one that failed is listed after all that failed before it only until somebody has looked', () => {
  const roster = new Roster();
  const shown = new ShownRoster(roster);
  const rows = new KeptRows(shown);
  const tell = (session: string, at: number, what: 'StopFailure' | 'seen') => {
    const failed = hook(at, 'StopFailure', { session_id: session, error: 'rate_limit' });
    const step = reduceRoster(roster, what === 'seen' ? { ...failed, type: 'seen' } : failed);
    roster.apply(step);
    shown.take(step);
  };
  const parent = () => {
    shown.look(runs, everywhere);
    rows.look({ now: 1000, placeOf: () => undefined, levels, canResume });
    const row = rows.rows.get(agentId('claude-code', 'last'));
    return row && 'parent' in row ? row.parent : undefined;
  };
  for (let at = 0; at < mostListed; at += 1) {
    tell(`s${at}`, at, 'StopFailure');
    tell(`s${at}`, at, 'seen');
  }
  tell('last', mostListed, 'StopFailure');
  expect(parent()).toBe('folder:/w');
  tell('last', mostListed + 1, 'seen');
  expect(parent()).toBe('more:/w');
});
