import { describe, expect, it } from 'vitest';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { durationText, leftStands, leftText } from '../../../../src/core/text/durationText.ts';
import { markdownText } from '../../../../src/core/text/foreignText.ts';
import { agentLabel } from '../../../../src/core/view/agentWords.ts';
import { usualLevels as levels } from '../../../../src/core/view/notifyKinds.ts';
import { rowChanges, shownRows } from '../../../../src/core/view/rowChanges.ts';
import { statusBarView } from '../../../../src/core/view/statusBarView.ts';
import type { TreeInput } from '../../../../src/core/view/treeRows.ts';
import { folderRows } from '../../../../src/core/view/treeRows.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, nextId, play } from '../../../support/claude.ts';
import { canResume } from '../../../support/programs.ts';

const shownFolders = (state: AgentsState, now: number, more: Partial<TreeInput> = {}) =>
  folderRows({ state, now, placeOf: () => undefined, levels, canResume, ...more });
const agentRows = (state: AgentsState, now: number, more: Partial<TreeInput> = {}) =>
  shownFolders(state, now, more).flatMap(({ children }) => children);

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
      'Fix login: 10s',
      '$ npm run e2e: ',
      'Refactor billing: Edit · 10s',
      'Write guide: done · unseen',
      'Port to pnpm: died · exit 137 · now',
    ]);
    expect(rows[2]?.children.map(({ label }) => label)).toEqual(['Explore']);
  });

  it('stand most urgent first below a conversation too', () => {
    const child = (at: number, id: string, name: string, fields = {}) =>
      of('work', at, name, { agent_id: id, agent_type: id, ...fields });
    const { state } = play([
      of('work', 1000, 'UserPromptSubmit', { prompt: 'Refactor billing' }),
      child(2000, 'first', 'SubagentStart'),
      child(2000, 'second', 'SubagentStart'),
      child(3000, 'third', 'SubagentStart'),
      child(4000, 'third', 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ]);
    const [row] = agentRows(state, 9000);
    expect(row?.children.map(({ label }) => label)).toEqual(['third', '$ ls', 'first', 'second']);
  });

  it('have a short label, so that the state beside it is seen; a screen reader gets more of it', () => {
    const prompt = 'Please fix the flaky login test of the api package, and then look at the others';
    const { state } = play([of('long', 1000, 'UserPromptSubmit', { prompt }), of('long', 3000, 'Stop')]);
    const [row] = agentRows(state, 9000);
    expect(row?.label).toBe('Please fix the flaky login…');
    expect(row?.accessibleLabel).toContain('Please fix the flaky login test of the api package, and');
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
    const icons = agentRows(busy, 17_000).flatMap(({ kind, icon }) => (kind === 'agent' ? [icon] : []));
    expect(icons).toEqual([
      { id: 'bell-dot', color: 'beckon.needsYou' },
      { id: 'loading~spin', color: 'progressBar.background' },
      { id: 'circle-filled', color: 'charts.green' },
      { id: 'debug-disconnect', color: 'list.errorForeground' },
    ]);
  });

  it.each([
    ['question', 'AskUserQuestion', { questions: [{ question: 'Which?', options: [] }] }],
    ['checklist', 'ExitPlanMode', { plan: '# Plan' }],
  ])('show a %s for %s', (icon, tool_name, tool_input) => {
    const [row] = agentRows(play([hook(1, 'PermissionRequest', { tool_name, tool_input })]).state, 1);
    expect(row).toMatchObject({ icon: { id: icon }, description: 'now' });
  });

  it('isolate a title that is written from right to left', () => {
    const prompt = 'איזה צבע';
    const [row] = agentRows(play([hook(0, 'UserPromptSubmit', { prompt })]).state, 20_001);
    expect(row?.label).toBe(`\u2068${prompt}\u2069`);
  });

  it('are dimmed when nothing was heard for long, unless they need a person or are unseen', () => {
    const colorsAt = (now: number) =>
      agentRows(busy, now).flatMap((row) => (row.kind === 'agent' ? [[row.urgency, row.icon.color]] : []));
    const dimmed = 'disabledForeground';
    expect(colorsAt(17_000)[1]).toEqual(['working', 'progressBar.background']);
    expect(colorsAt(9 * 3_600_000)).toEqual([
      ['attention', 'beckon.needsYou'],
      ['working', dimmed],
      ['idle', 'charts.green'],
      ['ended', 'list.errorForeground'],
    ]);
  });

  it('say that nothing was heard for long', () => {
    const [row] = agentRows(play([hook(0, 'Stop')]).state, 9 * 3_600_000);
    expect(row?.tooltip).toContain('No activity for 9h. It may be stuck.');
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
    expect(statusBarView(busy)).toMatchObject({
      text: '$(bell-dot) 1 needs you  $(loading~spin) 1  $(circle-outline) 1',
      words: 'Beckon: 1 needs you, 1 working, 1 idle',
      warns: true,
      hidden: false,
      mostUrgent: 'claude-code:asks',
    });
    expect(statusBarView(busy, { levels }).words).toBe('Beckon: 2 need you, 1 working, 1 idle');
    expect(statusBarView(play([hook(1, 'Stop')]).state)).toMatchObject({
      text: '$(circle-outline) 1',
      words: 'Beckon: 1 idle',
      warns: false,
    });
    expect(statusBarView(noAgents)).toMatchObject({ words: 'Beckon: no agents', warns: false, hidden: true });
  });

  it('is there without agents while the hooks are not fine', () => {
    const view = statusBarView(noAgents, { levels, unhealthy: 'the entries are lost' });
    expect(view).toMatchObject({ text: '$(warning) Beckon', hidden: false, warns: false });
    expect(view.words).toBe('Beckon: the entries are lost');
  });

  it('lists whoever needs a person, with links that name the decision', () => {
    const tool_input = { command: '[x](command:evil) $(bell)' };
    const { state } = play([hook(1, 'PermissionRequest', { tool_name: 'Bash', tool_input })]);
    const { tooltip } = statusBarView(state);
    expect(tooltip.match(/command:[\w.]+/gu)).toEqual([
      'command:beckon.approve',
      'command:beckon.deny',
      'command:beckon.answer',
      'command:beckon.goToTerminal',
    ]);
    expect(tooltip).not.toContain('$(');
    const question = { questions: [{ question: 'Which?', options: [] }] };
    const asked = play([
      hook(1, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: question }),
    ]);
    expect(statusBarView(asked.state).tooltip).not.toContain('beckon.approve');
  });

  it('offers to show the change of a file beside its approval', () => {
    const tool_input = { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' };
    const { state } = play([hook(1, 'PermissionRequest', { tool_name: 'Edit', tool_input })]);
    expect(statusBarView(state).tooltip).toMatch(
      /\[Approve\].*\[Deny\].*\[Show Diff\]\(command:beckon.showDiff/u,
    );
  });

  it('goes to whoever has waited longest, whoever was heard of first', () => {
    const { state } = play([
      of('late', 1, 'UserPromptSubmit'),
      of('long', 2, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      of('late', 9, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'pwd' } }),
    ]);
    const { mostUrgent, tooltip } = statusBarView(state);
    expect(mostUrgent).toBe('claude-code:long');
    expect(tooltip.indexOf('pwd')).toBeGreaterThan(tooltip.indexOf('ls'));
  });

  it('goes to somebody who can be answered before whoever was left to the terminal', () => {
    const ask = of('left', 1, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
    const left = { ...ask, id: 'x', at: 2, type: 'decisionSettled', decision: ask.id, outcome: 'escalated' };
    const { state } = play([
      ask,
      left as Event,
      of('asks', 3, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ]);
    expect(statusBarView(state).mostUrgent).toBe('claude-code:asks');
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

describe('what is left of a length of time', () => {
  it.each([
    [1, '5s', 1],
    [5000, '5s', 5000],
    [5001, '10s', 1],
    [19_990, '20s', 4990],
    [60_000, '60s', 5000],
    [60_001, '2m', 1],
    [600_000, '10m', 60_000],
  ])('%d ms is %s, for another %d ms', (ms, text, stands) => {
    expect([leftText(ms), leftStands(ms)]).toEqual([text, stands]);
  });
});

describe('what must be drawn again', () => {
  const rows = (state: AgentsState, now: number) => shownRows(shownFolders(state, now));

  it('is nothing while nothing looks different', () => {
    expect(rowChanges(rows(busy, 17_000), rows(busy, 17_900))).toEqual([]);
  });

  it('is the rows that look different, and no other', () => {
    const { state } = play([of('work', 17_000, 'PreToolUse', { tool_name: 'Bash' })], busy);
    expect(rowChanges(rows(busy, 17_000), rows(state, 17_000))).toEqual(['claude-code:work']);
    expect(rowChanges(rows(busy, 17_000), rows(busy, 19_500))).toEqual(['claude-code:dead']);
  });

  it('is the row above where a row came, went or moved', () => {
    const { state } = play([of('idle', 17_000, 'StopFailure', { error: 'rate_limit' })], busy);
    expect(rowChanges(rows(busy, 17_000), rows(state, 17_000))).toEqual(['folder:/w', 'claude-code:idle']);
    const more = play([of('work', 17_000, 'SubagentStart', { agent_id: 'a2' })], busy).state;
    expect(rowChanges(rows(busy, 17_000), rows(more, 17_000))).toEqual(['claude-code:work']);
  });

  it('is everything where a folder came or went', () => {
    expect(rowChanges(rows(busy, 17_000), rows(noAgents, 17_000))).toBe('all');
  });

  it('is made anew only for the agents that changed', () => {
    const { state } = play([of('work', 17_000, 'PreToolUse', { tool_name: 'Bash' })], busy);
    const [before, after] = [rows(busy, 17_000), rows(state, 17_000)];
    const same = [...after].filter(([id, row]) => before.get(id) === row).map(([id]) => id);
    const [ask = ''] = [...before.keys()].filter((id) => id.startsWith('ask:'));
    expect(same).toEqual(['claude-code:asks', ask, 'claude-code:idle', 'claude-code:dead']);
    expect(rows(busy, 17_900).get('claude-code:asks')).toBe(before.get('claude-code:asks'));
    expect(rows(busy, 99_000).get('claude-code:asks')?.description).toContain('1m');
  });

  it('is one row of 500 where one changed', () => {
    const many = play(
      Array.from({ length: 500 }, (_, index) => of(`s${index}`, 1, 'UserPromptSubmit')),
    ).state;
    const { state } = play([of('s25', 2, 'PreToolUse', { tool_name: 'Bash' })], many);
    const [before, after] = [rows(many, 3), rows(state, 3)];
    expect(rowChanges(before, after)).toEqual(['claude-code:s25']);
    const made = [...after].filter(([id, row]) => before.get(id) !== row).map(([id]) => id);
    expect(made).toEqual(['folder:/w', 'claude-code:s25', 'more:/w']);
  });
});

describe('the folders of the tree', () => {
  const places: Readonly<Record<string, { name: string; branch?: string; worktree: boolean }>> = {
    '/api': { name: 'api', branch: 'main', worktree: false },
    '/docs': { name: 'api', branch: 'docs-v2', worktree: true },
  };
  const placeOf: TreeInput['placeOf'] = (folder = '') => {
    const root = `/${folder.split('/')[1]}`;
    return places[root] && { root, ...places[root] };
  };
  const { state } = play([
    of('a', 1, 'Stop', { cwd: '/api' }),
    of('b', 1, 'UserPromptSubmit', { cwd: '/api/src', prompt: 'b' }),
    of('c', 1, 'Stop', { cwd: '/docs' }),
    of('d', 1, 'Stop', { cwd: '/docs' }),
    of('d', 2, 'PermissionRequest', { cwd: '/docs', tool_name: 'Bash', agent_id: 'x' }),
  ]);

  it('hold the agents that work there, also below', () => {
    const shown = shownFolders(state, 10, { placeOf }).map((row) => [
      row.id,
      row.label,
      row.description,
      row.children.map(({ id }) => id),
    ]);
    expect(shown).toEqual([
      ['folder:/docs', 'api · docs-v2 (worktree)', '1 needs you', ['claude-code:d', 'claude-code:c']],
      ['folder:/api', 'api · main', '', ['claude-code:b', 'claude-code:a']],
    ]);
  });

  it('are as urgent as the most urgent in them, also where that is a subagent', () => {
    const [first] = shownFolders(state, 10, { placeOf });
    expect(first).toMatchObject({ urgency: 'attention', id: 'folder:/docs' });
    expect(first?.children[0]?.children[0]).toMatchObject({ urgency: 'attention' });
  });

  it('do not count a kind that is off', () => {
    const off = { ...levels, permission: 'off' } as const;
    const [first] = shownFolders(state, 10, { placeOf, levels: off });
    expect(first?.description).toBe('');
  });

  it('have a short branch, of which both ends are seen, so that the count beside it is too', () => {
    const branch = 'feature/PAY-1234-invoices-with-several-currencies';
    const long = (worktree: boolean) => () => ({ root: '/api', name: 'api', branch, worktree });
    const [first] = shownFolders(state, 10, { placeOf: long(false) });
    expect(first?.label).toBe('api · feature/PAY-1 … encies');
    const [tree] = shownFolders(state, 10, { placeOf: long(true) });
    expect(tree?.label).toBe('api · feature/P … cies (worktree)');
    expect(tree?.accessibleLabel).toBe(`api · ${branch} (worktree), 1 needs you`);
    expect(tree?.tooltip).toBe(`${markdownText(`api · ${branch} (worktree)`)}\n\n&#47;api`);
  });

  it('are told to a screen reader with each agent', () => {
    const [first] = shownFolders(state, 10, { placeOf });
    expect(first?.accessibleLabel).toBe('api · docs-v2 (worktree), 1 needs you');
    expect(first?.children[1]?.accessibleLabel).toBe('Claude Code c, idle · now, api · docs-v2 (worktree)');
  });
});

describe('what can be done with a row', () => {
  it('is in its words', () => {
    const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, transcript_path: '/t' };
    const [asks] = agentRows(play([hook(1, 'PermissionRequest', bash)]).state, 1);
    expect(asks).toMatchObject({
      context: 'agent attention permission held opens approve deny interrupt edit only transcript alive',
      click: 'answer',
    });
    const notice = { notification_type: 'permission_prompt', message: 'x' };
    const [told] = agentRows(play([hook(1, 'Notification', notice)]).state, 1);
    expect(told?.context).not.toContain('held');
    expect(told).toMatchObject({ click: 'terminal' });
    const dead = agentRows(busy, 17_000).at(-1);
    expect(dead).toMatchObject({ context: 'agent ended', click: 'terminal' });
  });
});

describe('the tooltip of a row', () => {
  it('tells everything that is known, and nothing of it is live', () => {
    const [row] = agentRows(
      play([
        hook(1, 'SessionStart', { source: 'startup', model: 'opus' }),
        hook(2, 'Stop', { last_assistant_message: '[x](command:evil) <b>', cwd: '/w' }),
      ]).state,
      10,
      { placeOf: () => ({ root: '/w', name: 'w', branch: 'main', worktree: false }) },
    );
    expect(row?.tooltip).toContain('Program: Claude Code');
    expect(row?.tooltip).toContain('Model: opus');
    expect(row?.tooltip).toContain('Branch: main');
    expect(row?.tooltip).toContain('Folder: &#47;w');
    expect(row?.tooltip).not.toMatch(/\]\(|<b>/u);
  });
});
