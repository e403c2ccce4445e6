import { describe, expect, it } from 'vitest';
import { cellWidth, fittedText, paddedText } from '../../../../src/core/text/cellWidth.ts';
import { agentLine, agentsWithin, goneLine } from '../../../../src/core/view/agentLine.ts';
import { agentTable } from '../../../../src/core/view/agentTable.ts';
import { agentOf, hook, play } from '../../../support/claude.ts';

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
const child = { agent_id: 'a1', agent_type: 'Explore' };

describe('the table in a terminal', () => {
  const asks = hook(20_000, 'PermissionRequest', bash);
  const { state } = play([
    hook(1000, 'UserPromptSubmit', { session_id: 's2', cwd: '/w/docs', prompt: 'Write the guide' }),
    hook(2000, 'Stop', { session_id: 's2', cwd: '/w/docs' }),
    hook(3000, 'UserPromptSubmit', { cwd: '/w/api', prompt: 'Fix it' }),
    hook(4000, 'SubagentStart', { ...child, cwd: '/w/api' }),
    asks,
  ]);
  const view = { now: 62_000, columns: 100, rows: 50, folders: [], isHeld: () => true };
  const table = (columns: number, folders: readonly string[] = []) =>
    agentTable(state, { ...view, columns, folders }).map(({ text }) => text);

  it('shows the most urgent first, subagents below, and how to answer', () => {
    expect(table(100)).toEqual([
      'Beckon: 1 needs you, 1 idle',
      '  ! Fix it                        needs you · Bash npm test · 40s  w',
      `      beckon decide ${asks.id} approve | deny | escalate`,
      '    ~ Explore                     working · 50s',
      '  o Write the guide               idle · 1m  docs',
    ]);
  });

  it('says whose agent each is where there are agents of several programs', () => {
    const other = {
      ...hook(70_000, 'UserPromptSubmit', { cwd: '/w/api', prompt: 'Try it' }),
      program: 'parrot',
    };
    const several = play([other], state).state;
    expect(agentTable(several, view).map(({ text }) => text)).toEqual([
      'Beckon: 1 needs you, 1 working, 1 idle',
      '  ! Fix it                        needs you · Bash npm test · 40s  w  claude-code',
      `      beckon decide ${asks.id} approve | deny | escalate`,
      '    ~ Explore                     working · 50s',
      '  ~ Try it                        working · now  api  parrot',
      '  o Write the guide               idle · 1m  docs  claude-code',
    ]);
  });

  it('fits the terminal', () => {
    expect(table(30).every((line) => line.length <= 30)).toBe(true);
    expect(table(30)[1]).toBe('  ! Fix it                   …');
  });

  it('keeps the most urgent in sight when there are more lines than rows', () => {
    const lines = agentTable(state, { ...view, rows: 4 }).map(({ text }) => text);
    expect([lines.length, lines[1]?.includes('Fix it'), lines.at(-1)]).toEqual([4, true, '  … 2 more lines']);
  });

  it('puts a conversation first whose subagent asks', () => {
    const sub = hook(80_000, 'PermissionRequest', { ...bash, ...child, session_id: 's2', cwd: '/w/docs' });
    const quiet = play([hook(75_000, 'PostToolUse', bash), sub], state).state;
    const lines = agentTable(quiet, view).map(({ text }) => text);
    expect(lines[1]).toContain('Write the guide');
    expect(lines[2]).toContain('! Explore');
  });

  it('says how to answer only where that is possible', () => {
    const lines = agentTable(state, { ...view, isHeld: () => false }).map(({ text }) => text);
    expect(lines.join()).not.toContain('decide');
  });

  it.each([
    ['漢字かなハングル', 16],
    ['e\u0301', 1],
    ['🙂x', 3],
    ['plain', 5],
  ])('knows that %s takes %i cells', (text, cells) => {
    expect(cellWidth(text)).toBe(cells);
    expect(cellWidth(fittedText(text.repeat(9), 10))).toBeLessThanOrEqual(10);
    expect(cellWidth(paddedText(text.repeat(9), 11))).toBe(11);
  });

  it('shows the agents of the folders it is told, with their subagents', () => {
    expect(table(100, ['/w/docs'])).toHaveLength(2);
    expect(agentsWithin(state, ['/w']).map(({ id }) => id)).toHaveLength(3);
    const moved = play([hook(70_000, 'PostToolUse', { ...bash, cwd: '/elsewhere' })], state).state;
    expect(agentsWithin(moved, ['/w/api']).map(({ id }) => id)).toEqual([
      'claude-code:s1',
      'claude-code:s1/a1',
    ]);
    expect(agentsWithin(moved, ['/elsewhere']).map(({ id }) => id)).toEqual(['claude-code:s1']);
  });

  it('shortens the id of a decision as far as it still names one', () => {
    const long = (id: string, session: string) => ({
      ...hook(5, 'PermissionRequest', { ...bash, session_id: session }),
      id,
    });
    const two = play([
      long('aaaabbbbcccc1111', 'x'),
      long('aaaabbbbdddd2222', 'y'),
      long('eeeeffff0000', 'z'),
    ]).state;
    const hints = agentTable(two, { ...view, columns: 200 }).flatMap(
      ({ text }) => /decide (\S+)/.exec(text)?.[1] ?? [],
    );
    expect(hints).toEqual(['aaaabbbbc', 'aaaabbbbd', 'eeeeffff']);
  });

  it("shows nothing of an agent's text that a terminal would obey", () => {
    const evil = play([
      hook(1, 'UserPromptSubmit', { prompt: '\u001b[2Jboo\u0007\r\nx', cwd: '/w/\u001b[31m' }),
    ]).state;
    const text = agentTable(evil, { ...view, columns: 200 })
      .map((line) => line.text)
      .join('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});

describe('a line of beckon serve', () => {
  it('gives a subagent its conversation, and the folder of that', () => {
    const { state } = play([hook(1, 'UserPromptSubmit'), hook(2, 'SubagentStart', child)]);
    const agent = agentOf(state, 's1', 'a1');
    expect(agent && agentLine({ ...agent, facts: {} }, state, 3)).toEqual({
      agent: 'claude-code:s1/a1',
      parent: 'claude-code:s1',
      state: 'working',
      urgency: 'working',
      cwd: '/w',
      title: 'Explore',
      stale: false,
    });
  });

  it('tells of the model, the context, the cost, and the last hook that ran', () => {
    const { state } = play([hook(1, 'UserPromptSubmit')]);
    const agent = agentOf(state);
    const facts = { model: 'claude-opus-4-8', contextTokens: 50_000, contextLimit: 200_000, costUsd: 0.25 };
    const last = { name: 'guard', at: 2, trigger: 'before_tool', outcome: 'denied' } as const;
    expect(agent && agentLine({ ...agent, facts }, state, 3, last)).toMatchObject({
      model: 'claude-opus-4-8',
      context: { tokens: 50_000, limit: 200_000 },
      costUsd: 0.25,
      hook: last,
    });
  });

  it('says that nothing was heard for long', () => {
    const { state } = play([hook(1, 'UserPromptSubmit')]);
    const agent = agentOf(state);
    const eightHoursMs = 8 * 60 * 60 * 1000;
    const stale = (now: number) => agent && agentLine(agent, state, now).stale;
    expect([stale(1 + eightHoursMs), stale(2 + eightHoursMs)]).toEqual([false, true]);
  });

  it('has no decision while a prompt is tentative, or escalated', () => {
    const question = hook(1, 'PreToolUse', { tool_name: 'AskUserQuestion', tool_use_id: 't' });
    const { state } = play([question]);
    const agent = agentOf(state);
    expect(agent && agentLine(agent, state, 3)).toMatchObject({
      state: 'prompting',
      prompt: { type: 'question' },
    });
    expect(agent && agentLine(agent, state, 3)).not.toHaveProperty('decision');
  });

  it('says of who left that it is gone, and nothing else', () => {
    const last = {
      agent: 'a',
      state: 'working',
      urgency: 'working',
      detail: 'Bash',
      cwd: '/w',
      title: 'T',
    } as const;
    expect(goneLine(last)).toEqual({ agent: 'a', state: 'gone', urgency: 'ended', cwd: '/w', title: 'T' });
  });
});
