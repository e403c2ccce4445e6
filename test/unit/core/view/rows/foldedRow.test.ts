import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../../src/core/roster/agentsState.ts';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { shownRows } from '../../../../../src/core/view/rowChanges.ts';
import { folderRows } from '../../../../../src/core/view/treeRows.ts';
import { hook, play } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';

const minute = 60_000;
const of = (session: string, at: number, name: string, fields = {}) =>
  hook(at, name, { session_id: session, ...fields });
const starts = (count: number) =>
  Array.from({ length: count }, (_, index) => of(`s${index}`, 0, 'SessionStart', { source: 'startup' }));
const seen = (session: string, at: number): Event => ({ ...of(session, at, 'Stop'), type: 'seen' });
const turn = (session: string, at: number) => [
  of(session, at, 'UserPromptSubmit'),
  of(session, at + 1, 'Stop'),
];

const rowsAt = (state: AgentsState, now: number) =>
  folderRows({ state, now, placeOf: () => undefined, levels, canResume });
const idsAt = (state: AgentsState, now: number) =>
  rowsAt(state, now).flatMap(({ children }) => children.map(({ id }) => id.replace('claude-code:', '')));

describe('the agents of a folder after the first fifty', () => {
  const working = (count: number) =>
    Array.from({ length: count }, (_, index) => of(`s${index}`, 0, 'UserPromptSubmit'));

  it('are below one row', () => {
    const [folder] = rowsAt(play(working(60)).state, minute);
    expect(folder?.children).toHaveLength(51);
    expect(folder?.children.at(-1)).toMatchObject({
      kind: 'folded',
      id: 'more:/w',
      label: '10 more agents',
      children: { length: 10 },
    });
    expect(rowsAt(play(working(51)).state, minute)[0]?.children.at(-1)?.label).toBe('1 more agent');
    expect(idsAt(play(working(50)).state, minute)).not.toContain('more:/w');
  });

  it('never include one that needs you', () => {
    const asking = Array.from({ length: 60 }, (_, index) =>
      of(`s${index}`, 0, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make' } }),
    );
    expect(idsAt(play(asking).state, minute)).toContain('s59');
  });
});

describe('the idle agents of a folder', () => {
  it('go below one row where there are many', () => {
    const { state } = play(starts(20));
    const [folder] = rowsAt(state, minute);
    expect(folder?.children).toMatchObject([
      { kind: 'folded', id: 'idle:/w', parent: 'folder:/w', label: '20 idle agents' },
    ]);
    const all = shownRows(rowsAt(state, minute));
    expect(all.get('claude-code:s7')).toMatchObject({ kind: 'agent', parent: 'idle:/w' });
    expect(folder?.children[0]?.tooltip).toContain('and 10 more');
  });

  it('stay rows of their own where there are few', () => {
    expect(idsAt(play(starts(5)).state, minute)).toHaveLength(5);
    expect(idsAt(play(starts(6)).state, minute)).toEqual(['idle:/w']);
  });

  it('know the row they are below, also where only that changes', () => {
    const looked = play([seen('s3', minute / 2)], play([...starts(7), ...turn('s3', 10)]).state).state;
    const parentAt = (now: number) => {
      const row = shownRows(rowsAt(looked, now)).get('claude-code:s3');
      return row && 'parent' in row ? row.parent : undefined;
    };
    expect(parentAt(1.2 * minute)).toBe('folder:/w');
    expect(parentAt(1.6 * minute)).toBe('idle:/w');
  });

  it('stay where one is done and unseen, and for a minute after somebody has looked', () => {
    const done = play([...starts(7), ...turn('s3', 10)]).state;
    expect(idsAt(done, 2 * minute)).toEqual(['s3', 'idle:/w']);
    const looked = play([seen('s3', 2 * minute)], done).state;
    expect(idsAt(looked, 2 * minute + 1)).toEqual(['s3', 'idle:/w']);
    expect(idsAt(looked, 3 * minute)).toEqual(['idle:/w']);
  });

  it('come after who works and before who died', () => {
    const end = { ...of('dead', 10, 'Stop'), type: 'processLost' } as const;
    const { state } = play([of('dead', 1, 'Stop'), end, ...starts(6), of('busy', 1, 'UserPromptSubmit')]);
    expect(idsAt(state, minute)).toEqual(['busy', 'idle:/w', 'dead']);
  });

  it('are not all of them where a subagent of one works', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const { state } = play([
      ...starts(7),
      of('s2', 5, 'SubagentStart', child),
      of('s2', 6, 'Stop', { background_tasks: [{ id: 'a1' }] }),
    ]);
    expect(idsAt(state, minute)).toEqual(['s2', 'idle:/w']);
  });
});
