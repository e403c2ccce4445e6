import { beforeEach, describe, expect, it } from 'vitest';
import { agentId } from '../../../../../src/core/agent/agent.ts';
import type { Event } from '../../../../../src/core/event/event.ts';
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
const [runs, minute] = [new Map(), 60_000];
let roster: Roster;
let shown: ShownRoster;
let rows: KeptRows;
beforeEach(() => {
  roster = new Roster();
  shown = new ShownRoster(roster);
  rows = new KeptRows(shown);
});

function tell(event: Event): void {
  const step = reduceRoster(roster, event);
  roster.apply(step);
  shown.take(step);
}

const fails = (session: string, at: number) =>
  tell(hook(at, 'StopFailure', { session_id: session, error: 'rate_limit' }));
const isSeen = (session: string, at: number) =>
  tell({ ...hook(at, 'Stop', { session_id: session }), type: 'seen' });
const begins = (session: string) => tell(hook(0, 'SessionStart', { session_id: session, source: 'startup' }));

function look() {
  shown.look(runs, everywhere);
  return rows.look({ now: minute, placeOf: () => undefined, levels, canResume });
}

/** The rows that those of some agents are below. */
function parents(...sessions: readonly string[]) {
  look();
  return sessions.map((session) => {
    const row = rows.rows.get(agentId('claude-code', session));
    return row && 'parent' in row ? row.parent : undefined;
  });
}

const many = Array.from({ length: mostListed }, (_, at) => `s${at}`);

describe('a folder with more conversations than it lists', () => {
  it('lists one that needs a person only until somebody has looked, and then nobody in its place', () => {
    for (const [at, session] of [...many, 'seen'].entries()) {
      fails(session, at);
      isSeen(session, at);
    }
    fails('last', 100);
    expect(parents('seen', 'last')).toEqual(['more:/w', 'folder:/w']);
    isSeen('last', 101);
    expect(parents('seen', 'last')).toEqual(['more:/w', 'more:/w']);
  });

  it('goes on listing one that needs a person where others come before it', () => {
    for (const [at, session] of [...many, 'first'].entries()) {
      fails(session, 100 - at);
    }
    expect(new Set(parents(...many, 'first'))).toEqual(new Set(['folder:/w']));
  });
});

describe('a folder with many idle conversations', () => {
  const idle = ['a', 'b', 'c', 'd', 'e'];

  it('is as urgent as these where those it lists have ended', () => {
    for (const session of ['dead', ...idle, 'f']) {
      begins(session);
    }
    tell({ ...hook(1, 'Stop', { session_id: 'dead' }), type: 'processLost' });
    expect(parents('dead', 'a')).toEqual(['folder:/w', 'idle:/w']);
    expect(rows.tops).toMatchObject([{ urgency: 'idle' }]);
  });

  it('is drawn with the row that stands for them when that comes', () => {
    for (const session of idle) {
      begins(session);
    }
    look();
    begins('f');
    expect(look().changes).toEqual(['folder:/w']);
    expect(parents('f')).toEqual(['idle:/w']);
  });
});
