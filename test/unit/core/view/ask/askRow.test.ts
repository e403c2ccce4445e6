import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../../src/core/roster/agentsState.ts';
import type { Place } from '../../../../../src/core/view/place.ts';
import { rowChanges, shownRows } from '../../../../../src/core/view/rowChanges.ts';
import { folderRows } from '../../../../../src/core/view/treeRows.ts';
import { hook, play } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';

const off = 'off' as const;
const levels = { permission: off, question: off, plan: off, failed: off, died: off, idle: off, run: off };
const rows = (state: AgentsState, now: number, place?: Place) =>
  folderRows({ state, now, placeOf: () => place, levels, canResume }).flatMap(({ children }) => children);
const asking = (at: number, tool_name: string, tool_input: object, more = {}) =>
  hook(at, 'PermissionRequest', { session_id: 's', tool_name, tool_input, ...more });
const [, ls] = rows(play([asking(1000, 'Bash', { command: 'ls' })]).state, 31_000);
const contextOf = (...event: Parameters<typeof asking>) =>
  rows(play([asking(...event)]).state, 1)[1]?.context;

describe('the row of an ask', () => {
  it('stands below its agent, which says how long it has waited', () => {
    const all = rows(play([asking(1000, 'Bash', { command: 'ls' })]).state, 31_000);
    expect(all.map(({ label, description }) => [label, description])).toEqual([
      ['Claude Code s', '30s'],
      ['$ ls', ''],
    ]);
    expect(ls).toMatchObject({ kind: 'ask', children: [], click: 'answer', icon: { id: 'blank' } });
    expect(ls?.accessibleLabel).toBe('Claude Code s asks: $ ls');
  });

  it('has words for its buttons', () => {
    expect(ls?.context).toBe('ask permission held opens approve deny interrupt edit short');
    expect(contextOf(1, 'Bash', { command: 'git push --force-with-lease origin x' })).toBe(
      'ask permission held opens approve deny interrupt edit',
    );
    expect(contextOf(1, 'Write', { file_path: '/a.ts', content: 'a' })).toBe(
      'ask permission held opens approve deny interrupt edit short change',
    );
    expect(contextOf(1, 'Bash', { command: 'ls' }, { permission_suggestions: [{}] })).toContain('always');
    expect(contextOf(1, 'ExitPlanMode', { plan: 'x' })).toBe(
      'ask plan held opens approve deny interrupt editPlan planMode',
    );
  });

  it('is one for each thing that an agent asks, the oldest first', () => {
    const { state } = play([
      hook(1000, 'PreToolUse', {
        session_id: 's',
        tool_name: 'Bash',
        tool_use_id: '1',
        tool_input: { command: 'a' },
      }),
      hook(1000, 'PreToolUse', {
        session_id: 's',
        tool_name: 'Bash',
        tool_use_id: '2',
        tool_input: { command: 'b' },
      }),
      asking(2000, 'Bash', { command: 'a' }),
      asking(12_000, 'Bash', { command: 'b' }),
    ]);
    expect(rows(state, 42_000).map(({ label, description }) => [label, description])).toEqual([
      ['Claude Code s', '40s'],
      ['$ a', ''],
      ['$ b', '30s'],
    ]);
  });

  describe('whose own terminal does not show it yet', () => {
    const asks = asking(1000, 'Bash', { command: 'ls' });
    const { state } = play([{ ...asks, givesWayAt: 21_000 } as Event]);
    const askAt = (now: number) => rows(state, now)[1];

    it('says how long it still waits here', () => {
      const told = [1000, 6500, 20_900].map((now) => askAt(now)?.label);
      expect(told).toEqual(['20s · $ ls', '15s · $ ls', '5s · $ ls']);
      expect(askAt(1000)?.description).toBe('then in the terminal');
      expect(askAt(1000)?.accessibleLabel).toBe('Claude Code s asks: $ ls, 20s left, then in the terminal');
    });

    it('has less room for what it asks, however much is left', () => {
      const long = {
        ...asking(1000, 'Bash', { command: 'npm run e2e:login' }),
        givesWayAt: 601_000,
      } as Event;
      const shorts = [askAt(1000), ...[1000, 600_999].map((now) => rows(play([long]).state, now)[1])];
      expect(shorts.map((row) => row?.context?.includes('short'))).toEqual([true, false, false]);
    });

    it('is drawn again for that, and no other row is', () => {
      const shown = (now: number) =>
        shownRows(folderRows({ state, now, placeOf: () => undefined, levels, canResume }));
      const changes = (from: number, to: number) => rowChanges(shown(from), shown(to));
      expect(changes(2000, 5900)).toEqual([]);
      expect(changes(2000, 6000)).toEqual([`ask:${asks.id}`]);
    });

    it('offers only the terminal once that asks', () => {
      const settled = {
        id: 'x',
        at: 21_000,
        program: 'claude-code',
        session: 's',
        evidence: 'hook',
      } as const;
      const left = play(
        [{ ...settled, type: 'decisionSettled', decision: asks.id, outcome: 'escalated' }],
        state,
      );
      const [agent, ask] = rows(left.state, 21_000);
      expect([agent?.kind, ask?.label, ask?.description, ask?.context, ask?.icon?.id]).toEqual([
        'agent',
        '$ ls',
        'answer in the terminal',
        'ask permission short',
        'terminal',
      ]);
    });
  });

  describe('that only the terminal takes an answer to', () => {
    const told = { ...asking(1000, 'Bash', { command: 'ls' }), replies: [] } as Event;
    const question = { ...told, ask: { kind: 'question', reason: 'q' } } as Event;
    const of = (event: Event, isOff = false) =>
      folderRows({
        ...{ state: play([event]).state, now: 2000, placeOf: () => undefined, levels, canResume },
        isSwitchedOff: () => isOff,
      })[0]?.children[1];

    it('says so, also where it never waited here', () => {
      const row = of(told);
      expect([row?.description, row?.icon?.id, row?.context]).toEqual([
        'answer in the terminal',
        'terminal',
        'ask permission short',
      ]);
      expect(row?.accessibleLabel).toBe('Claude Code s asks: $ ls, answer in the terminal');
      expect(row?.tooltip).toMatch(/\n\nAnswer in the terminal\.$/u);
      expect(of(hook(1, 'PreToolUse', { tool_name: 'ExitPlanMode', tool_input: {} }))?.description).toBe('');
    });

    it('says how permissions of its program would be answered here, where that can be switched on', () => {
      const words = /Answer in the terminal\. To answer Claude Code here from now on, right-click/u;
      expect(
        [of(told)?.tooltip, of(question, true)?.tooltip].filter((text) => words.test(text ?? '')),
      ).toEqual([]);
      expect(of(told, true)?.tooltip).toMatch(words);
      expect(of(told, true)?.context).toBe('ask permission short off');
    });
  });

  it('tells all that is asked in its tooltip, and nothing of it is live', () => {
    const command = `${'x'.repeat(400)} [x](command:y)`;
    const [, row] = rows(play([asking(1, 'Bash', { command, run_in_background: true })]).state, 1);
    expect(row?.tooltip).toContain('x'.repeat(400));
    expect(row?.tooltip).not.toContain('](');
    expect(row?.tooltip).toContain('run&#95;in&#95;background');
    const change = { file_path: '/a.ts', old_string: 'old', new_string: 'new' };
    const [, edit] = rows(play([asking(1, 'Edit', change)]).state, 1);
    expect(edit?.tooltip).toContain('&#8722; old  \n&#43; new');
  });

  it('names files in its tooltip as the row does, and keeps what is indented', () => {
    const change = { file_path: '/w/a.ts', old_string: 'if (a)\n  b', new_string: '\tc' };
    const place = { root: '/w', name: 'w', worktree: false };
    const [, edit] = rows(play([asking(1, 'Edit', change)]).state, 1, place);
    expect(edit?.tooltip).toContain('edit a&#46;ts');
    expect(edit?.tooltip).toContain('&#8722;&nbsp;&nbsp;&nbsp;b  \n&#43;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;c');
    const far = { command: `ls${' '.repeat(500)}; rm` };
    const [, row] = rows(play([asking(1, 'Bash', far)]).state, 1);
    expect(row?.tooltip.match(/&nbsp;/gu)?.length).toBeLessThan(50);
  });

  it('is the first one below an agent that has subagents', () => {
    const { state } = play([
      hook(1, 'SubagentStart', { session_id: 's', agent_id: 'a', agent_type: 'Explore' }),
      asking(2, 'Bash', { command: 'ls' }),
    ]);
    const [agent, ...others] = rows(state, 3);
    expect(others).toEqual([]);
    expect(agent?.children.map(({ label }) => label)).toEqual(['$ ls', 'Explore']);
  });
});

describe('agents that wait', () => {
  it('stand in the order in which they began to', () => {
    const { state } = play([
      hook(1, 'Stop', { session_id: 'first' }),
      hook(2, 'Stop', { session_id: 'second' }),
      hook(3, 'PermissionRequest', {
        session_id: 'second',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      }),
      hook(4, 'PermissionRequest', { session_id: 'first', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ]);
    expect(rows(state, 5).flatMap(({ kind, id }) => (kind === 'agent' ? [id] : []))).toEqual([
      'claude-code:second',
      'claude-code:first',
    ]);
  });
});
