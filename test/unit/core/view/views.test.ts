import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../../../src/core/agent/agents.ts';
import { noAgents } from '../../../../src/core/agent/agents.ts';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import { parseClaudeSession } from '../../../../src/core/event/claudeSession.ts';
import { agentLabel } from '../../../../src/core/view/agentRow.ts';
import { agentRows } from '../../../../src/core/view/agentRows.ts';
import { durationText } from '../../../../src/core/view/durationText.ts';
import { rowChanges, shownRows } from '../../../../src/core/view/rowChanges.ts';
import { statusBarView } from '../../../../src/core/view/statusBarView.ts';
import { agentOf, hook, nextId, play } from '../../../support/claude.ts';

const died = (session: string) =>
  eventOf(
    { type: 'agent:exited', agent_id: `claude-code:${session}`, exit_code: 137 },
    { id: nextId(), at: 9000 },
  );
const of = (session: string, at: number, name: string, fields = {}) =>
  hook(at, name, { session_id: session, ...fields });

const busy = play([
  of('idle', 1000, 'UserPromptSubmit', { prompt: 'Write guide' }),
  of('idle', 3000, 'Stop'),
  of('dead', 1000, 'UserPromptSubmit', { prompt: 'Port to pnpm' }),
  died('dead'),
  of('work', 1000, 'UserPromptSubmit', { prompt: 'Refactor billing' }),
  of('work', 2000, 'SubagentStart', { agent_id: 'a1', agent_type: 'Explore' }),
  of('work', 3000, 'PreToolUse', { tool_name: 'Edit' }),
  of('asks', 1000, 'UserPromptSubmit', { prompt: 'Fix login' }),
  of('asks', 5000, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'npm run e2e' } }),
]).state;

describe('the rows of the tree', () => {
  it('stand most urgent first, subagents below their conversation', () => {
    const rows = agentRows(busy, 17_000);
    expect(rows.map(({ label, description }) => `${label}: ${description}`)).toEqual([
      'Fix login: needs you · Bash npm run e2e · 10s',
      'Refactor billing: working · Edit · 10s',
      'Write guide: idle · 10s',
      'Port to pnpm: died · exit 137 · now',
    ]);
    expect(rows[1]?.children.map(({ label }) => label)).toEqual(['Explore']);
  });

  it('keep the order of their coming within one urgency', () => {
    const events = ['c', 'a', 'b'].map((session, index) => of(session, index, 'Stop'));
    expect(agentRows(play(events).state, 10).map(({ id }) => id)).toEqual([
      'claude-code:c',
      'claude-code:a',
      'claude-code:b',
    ]);
  });

  it('carry an icon and colour for each state, and words beside them', () => {
    const icons = agentRows(busy, 17_000).map(({ icon }) => icon);
    expect(icons).toEqual([
      { id: 'bell-dot', color: 'list.warningForeground' },
      { id: 'loading~spin' },
      { id: 'circle-outline', color: 'disabledForeground' },
      { id: 'debug-disconnect' },
    ]);
  });

  it.each([
    [
      'question',
      'AskUserQuestion',
      { questions: [{ question: 'Which?', options: [] }] },
      'needs you · question Which? · now',
    ],
    ['checklist', 'ExitPlanMode', { plan: '# Plan' }, 'needs you · plan · now'],
  ])('show a %s for %s', (icon, tool_name, tool_input, description) => {
    const [row] = agentRows(play([hook(1, 'PermissionRequest', { tool_name, tool_input })]).state, 1);
    expect(row).toMatchObject({ icon: { id: icon }, description });
  });

  it('shorten what is asked', () => {
    const tool_input = { command: 'x'.repeat(500) };
    const [row] = agentRows(play([hook(1, 'PermissionRequest', { tool_name: 'Bash', tool_input })]).state, 1);
    expect(row?.description.length).toBeLessThan(150);
  });

  it('say that nothing was heard for long', () => {
    const [row] = agentRows(play([hook(0, 'Stop')]).state, 9 * 3_600_000);
    expect(row?.tooltip).toContain('Nothing heard for more than 8 hours.');
  });
});

describe('the name of an agent', () => {
  const named = (prompt: string) => {
    const agent = agentOf(play([hook(1, 'UserPromptSubmit', { prompt })]).state);
    return agent && agentLabel(agent);
  };

  it('is what it was asked first, on one line, shortened', () => {
    expect(named('Fix\nthe  bug')).toBe('Fix the bug');
    expect(named('x'.repeat(80))).toBe(`${'x'.repeat(59)}…`);
  });

  it('is the title a person gave before anything else', () => {
    const file = parseClaudeSession({
      pid: 1,
      sessionId: 's1',
      status: 'idle',
      statusUpdatedAt: 2,
      name: 'Mine',
      nameSource: 'user',
    });
    const agent = agentOf(play([hook(1, 'UserPromptSubmit', { prompt: 'x' }), file]).state);
    expect(agent && agentLabel(agent)).toBe('Mine');
  });

  it('is never invisible', () => {
    expect(named('\u200b\u200b')).toBe('Claude Code s1');
  });

  it('is its program and the start of its session when nothing better is known', () => {
    const agent = agentOf(play([hook(1, 'Stop', { session_id: '0123456789' })]).state, '0123456789');
    expect(agent && agentLabel(agent)).toBe('Claude Code 01234567');
  });
});

describe('the status bar', () => {
  it('counts by urgency, and warns only while somebody is needed', () => {
    expect(statusBarView(busy)).toEqual({
      text: '$(bell-dot) 1 needs you  $(loading~spin) 1  $(circle-outline) 1',
      words: 'Beckon: 1 needs you, 1 working, 1 idle',
      warns: true,
    });
    expect(statusBarView(play([hook(1, 'Stop')]).state)).toEqual({
      text: '$(circle-outline) 1',
      words: 'Beckon: 1 idle',
      warns: false,
    });
    expect(statusBarView(noAgents)).toEqual({
      text: '$(bell) Beckon',
      words: 'Beckon: no agents',
      warns: false,
    });
  });

  it('counts a subagent that needs a person', () => {
    const { state } = play([hook(1, 'PermissionRequest', { tool_name: 'Bash', agent_id: 'a1' })]);
    expect(statusBarView(state).words).toBe('Beckon: 1 needs you, 1 working');
  });
});

describe('a duration', () => {
  it.each([
    [-5, 'now'],
    [0, 'now'],
    [9_999, 'now'],
    [10_000, '10s'],
    [59_999, '50s'],
    [60_000, '1m'],
    [3_599_999, '59m'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
  ])('%d ms is %s', (ms, expected) => {
    expect(durationText(ms)).toBe(expected);
  });
});

describe('what must be drawn again', () => {
  const rows = (state: AgentsState, now: number) => shownRows(agentRows(state, now));

  it('is nothing while nothing looks different', () => {
    expect(rowChanges(rows(busy, 17_000), rows(busy, 17_900))).toEqual([]);
  });

  it('is the rows that look different, and no other', () => {
    const { state } = play([of('work', 17_000, 'PreToolUse', { tool_name: 'Bash' })], busy);
    expect(rowChanges(rows(busy, 17_000), rows(state, 17_000))).toEqual(['claude-code:work']);
    expect(rowChanges(rows(busy, 17_000), rows(busy, 19_500))).toEqual(['claude-code:dead']);
  });

  it('is everything where a row came, went or moved', () => {
    const { state } = play([of('idle', 17_000, 'StopFailure', { error: 'rate_limit' })], busy);
    expect(rowChanges(rows(busy, 17_000), rows(state, 17_000))).toBe('all');
    expect(rowChanges(rows(busy, 17_000), rows(noAgents, 17_000))).toBe('all');
  });
});
