import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import type { Run } from '../../../../src/core/run/run.ts';
import { endThen } from '../../../../src/core/run/runSteps.ts';
import { rowChanges, shownRows } from '../../../../src/core/view/rowChanges.ts';
import { parseRunRowId, runRowId, runRows } from '../../../../src/core/view/runRow.ts';
import { hook, play } from '../../../support/claude.ts';
import { decisionOf, runOfSteps, stepOf, waitingRun } from '../../../support/runOf.ts';

const works = play([hook(1000, 'UserPromptSubmit', { prompt: 'Go' })]).state;
const idle = play([hook(1000, 'UserPromptSubmit', { prompt: 'Go' }), hook(2000, 'Stop')]).state;

const rowsOf = (runs: readonly Run[], now = 301_000, state = works) =>
  runRows({ ...state, runs: new Map(runs.map((run) => [run.id, run])) }, now);
const words = (run: Run, now?: number, state = works) => rowsOf([run], now, state)[0]?.description;

const three = ['plan', 'build', 'review'];
const cooldown = (trigger: 'on_idle' | 'on_error' | 'on_dead', dueAt = 361_000) =>
  ({ kind: 'cooldown', dueAt, trigger }) as const;

describe('the row of a run', () => {
  it.each<[string, Run, string]>([
    ['works', runOfSteps(), 'working · 5m'],
    [
      'works at a step',
      runOfSteps(three, { step: 1, steps: [stepOf('plan'), stepOf('build', { startedAt: 1000 })] }),
      'working · build · 5m',
    ],
    ['waits', waitingRun({ openedAt: 181_000 }), 'waiting: agent idle · 2m'],
    [
      'waits at a step',
      runOfSteps(three, { step: 1, status: 'waiting', decision: decisionOf({ openedAt: 181_000 }) }),
      'step 2 of 3 · waiting: agent idle · 2m',
    ],
    ['waits and was dismissed', waitingRun({ dismissed: true }), 'waiting: agent idle (dismissed) · 5m'],
    ['could not start', waitingRun({ source: 'dead', trigger: 'start' }), 'waiting: not started · 5m'],
    ['met a gate', waitingRun({ source: 'gate', trigger: 'gate' }), 'waiting: gate said no · 5m'],
    ['is starting', runOfSteps(three, { pending: { kind: 'start' } }), 'starting · plan · 5m'],
    ['is done', runOfSteps(three, { status: 'done', endedAt: 241_000 }), 'done · 1m'],
    [
      'has failed',
      runOfSteps(three, { status: 'failed', reason: 'cancelled', endedAt: 241_000 }),
      'failed: cancelled · 1m',
    ],
    [
      'has failed by a rule',
      runOfSteps(three, { status: 'failed', reason: 'prompt', endedAt: 241_000 }),
      'failed: it asked for permission · 1m',
    ],
  ])('says in words that it %s', (_, run, description) => {
    expect(words(run)).toBe(description);
  });

  it('keeps a reason that is written from right to left away from the time beside it', () => {
    const [row] = rowsOf([runOfSteps(three, { status: 'failed', reason: 'נכשל', endedAt: 241_000 })]);
    expect(row?.description).toBe('\u2068failed: נכשל\u2069 · 1m');
    expect(row?.tooltip).toContain('&#8297; &#183; 1m');
  });

  it('says what its agent does while it waits for nobody', () => {
    expect(words(runOfSteps(), 301_000, idle)).toBe('idle · 5m');
  });

  it('runs where nothing is known of its agent, and is starting only while that is started', () => {
    expect(words(runOfSteps(), 301_000, noAgents)).toBe('running · 5m');
    expect(words(runOfSteps(['a'], { pending: { kind: 'start' } }), 301_000, noAgents)).toBe('starting · 5m');
  });

  it('says that a program of its own runs, unless that runs an agent now', () => {
    const steps = [stepOf('build', { command: './job.sh' })];
    const run = runOfSteps([], { steps, startedAs: 'other:x', pending: { kind: 'start', startedAt: 1 } });
    expect(words({ ...run, agent: 'other:x' }, 301_000, noAgents)).toBe('running · 5m');
    const { pending: _, ...followed } = run;
    expect(words(followed)).toBe('working · 5m');
    const ended = play([hook(2000, 'SessionEnd', { reason: 'other' })], works).state;
    expect(words(followed, 301_000, ended)).toBe('running · 5m');
  });

  it.each([
    ['on_error', play([hook(1000, 'UserPromptSubmit'), hook(2000, 'StopFailure', { error: 'rate_limit' })])],
    ['on_dead', play([hook(1000, 'UserPromptSubmit'), hook(2000, 'SessionEnd', { reason: 'other' })])],
    ['on_idle', play([hook(1000, 'UserPromptSubmit'), hook(2000, 'Stop')])],
  ] as const)('says when it tries again after %s, and does not look busy', (trigger, { state }) => {
    const run = runOfSteps(three, { pending: cooldown(trigger) });
    const [row] = rowsOf([run], 301_000, state);
    expect(row).toMatchObject({ description: 'tries again in 1m · plan', icon: { id: 'watch' } });
    expect(words(run, 355_000, state)).toBe('tries again in 10s · plan');
    expect(words(run, 361_000, state)).toBe('tries again soon · plan');
    expect(words(runOfSteps(three, { pending: cooldown(trigger, 601_000) }), 301_000, state)).toBe(
      'tries again in 5m · plan',
    );
  });

  it('offers to decide while it waits, else to see the terminal', () => {
    expect(rowsOf([waitingRun()])[0]).toMatchObject({ click: 'decide', context: 'run live waits alive' });
    expect(rowsOf([runOfSteps()])[0]).toMatchObject({ click: 'terminal', context: 'run live alive' });
    // Why an agent died, or what a script does that tells nothing, is in the terminal that was made for it.
    const unheard = (origin: Run['origin']) => waitingRun({ source: 'dead' }, { agent: 'other:x', origin });
    expect(rowsOf([unheard('started')])[0]).toMatchObject({ context: 'run live waits alive' });
    expect(rowsOf([unheard('supervised')])[0]).toMatchObject({ context: 'run live waits' });
    const done = rowsOf([runOfSteps(three, { status: 'done', endedAt: 1 })])[0];
    expect(done).toMatchObject({ context: 'run ended' });
    expect(done).not.toHaveProperty('click');
  });

  it('stands above those that need nobody, and those above what is over; the newest first', () => {
    const runs = [
      runOfSteps(['a'], { id: 'over', status: 'done', endedAt: 9, startedAt: 9 }),
      runOfSteps(['a'], { id: 'old', startedAt: 1 }),
      runOfSteps(['a'], { id: 'new', startedAt: 2 }),
      waitingRun({ id: 'quiet-1', dismissed: true }, { id: 'quiet', startedAt: 0 }),
      waitingRun({}, { id: 'needs' }),
    ];
    expect(rowsOf(runs).map(({ id }) => id)).toEqual([
      'run:needs',
      'run:new',
      'run:old',
      'run:quiet',
      'run:over',
    ]);
  });

  it('says what its agent asks to whoever points at it', () => {
    const input = { tool_name: 'Bash', tool_input: { command: 'rm x' } };
    const { state } = play([hook(1000, 'UserPromptSubmit'), hook(2000, 'PermissionRequest', input)]);
    const [prompt = ''] = [...state.agents.values()].flatMap(({ prompts }) => prompts.map(({ id }) => id));
    const run = waitingRun({ source: 'approval', context: 'The agent asks for permission.', prompt });
    expect(rowsOf([run], 301_000, state)[0]?.tooltip).toContain('wants to run&#58; rm x');
  });

  it('is not all covered by what an agent said at length', () => {
    const context = `The agent is idle.\n\n--- Last message of the agent ---\n${'word '.repeat(700)}Or?`;
    const tooltip = rowsOf([waitingRun({ context })])[0]?.tooltip ?? '';
    expect(tooltip.length).toBeLessThan(1500);
    expect(tooltip).toMatch(/^.*left out here.*Or/su);
  });

  it('shows what an agent or a runbook wrote as text only', () => {
    const run = waitingRun(
      { context: '[x](command:boom)\n$(bell) **b**' },
      { name: 'a\n[b](command:c)\u202e' },
    );
    const [row] = rowsOf([run]);
    expect(row?.label).toBe('a [b](command:c)');
    expect(row?.tooltip).not.toMatch(/\]\(|\$\(|\*\*b/u);
  });
});

describe('what must be drawn again of runs', () => {
  const shown = (...runs: readonly Run[]) => shownRows(rowsOf(runs));

  it('is everything where one came or went', () => {
    expect(rowChanges(shown(), shown(runOfSteps()))).toBe('all');
    expect(rowChanges(shown(runOfSteps()), shown())).toBe('all');
  });

  it('is the row that looks different, or does something else at a click', () => {
    const [one, other] = [runOfSteps(), waitingRun()];
    expect(rowChanges(shown(one), shown(one))).toEqual([]);
    expect(rowChanges(shown(one), shown(other))).toEqual(['run:run-1']);
  });
});

describe('the rows of its steps', () => {
  const run = runOfSteps(three, {
    step: 1,
    steps: [
      stepOf('plan', { outcome: 'done', startedAt: 0, endedAt: 181_000 }),
      stepOf('build', { startedAt: 181_000 }),
      stepOf('review'),
    ],
  });

  it('say how each stands and for how long', () => {
    const told = rowsOf([run])[0]?.children.map(({ label, description }) => `${label}: ${description}`);
    expect(told).toEqual(['plan: done · took 3m', 'build: working · 2m', 'review: pending']);
  });

  it.each<[string, Partial<Run>, string]>([
    ['needs you', { status: 'waiting', decision: decisionOf() }, 'bell-dot'],
    [
      'failed',
      { status: 'failed', steps: [stepOf('plan'), stepOf('build', { outcome: 'failed' })] },
      'error',
    ],
    ['skipped', { steps: [stepOf('plan'), stepOf('build', { outcome: 'skipped' })] }, 'debug-step-over'],
    ['pending', { step: 0 }, 'circle-large-outline'],
    ['not started', { status: 'failed', step: 0 }, 'circle-slash'],
    ['tries again in 1m$', { pending: cooldown('on_error') }, 'watch'],
  ])('say %s', (state, more, icon) => {
    const step = rowsOf([{ ...run, ...more }])[0]?.children[1];
    expect(step?.description).toMatch(new RegExp(`^${state}`, 'u'));
    expect(step?.icon.id).toBe(icon);
  });

  const { pending: ending = { kind: 'start' } } = endThen(run, 'fail', '').run;
  const gate = { id: 'g', trigger: 'on_idle', command: 'make', timeoutMs: 1 } as const;
  const input = { tool_name: 'Bash', tool_input: { command: 'rm x' } };
  const asks = play([hook(1000, 'UserPromptSubmit'), hook(2000, 'PermissionRequest', input)]).state;

  it.each<[string, Partial<Run>, AgentsState, string, string]>([
    ['its agent works', {}, works, 'working', 'loading~spin'],
    ['its agent is idle', {}, idle, 'idle', 'circle-outline'],
    ['a gate runs', { gates: [gate] }, idle, 'gate runs', 'loading~spin'],
    ['a gate decides', { gates: [{ ...gate, trigger: 'on_prompt' }] }, asks, 'gate runs', 'loading~spin'],
    ['it is ended', { pending: ending }, idle, 'ending', 'loading~spin'],
    ['it is started', { pending: { kind: 'start' } }, noAgents, 'starting', 'loading~spin'],
    ['nothing is known of it', {}, noAgents, 'running', 'loading~spin'],
  ])('say the same as the run where %s', (_, more, state, word, icon) => {
    const [row] = rowsOf([{ ...run, ...more }], 301_000, state);
    expect([row?.description, row?.icon.id]).toEqual([`${word} · build · 2m`, icon]);
    expect(row?.children[1]).toMatchObject({ description: `${word} · 2m`, icon: { id: icon } });
  });

  it('lead to the terminal of an agent that is there', () => {
    const steps = rowsOf([run])[0]?.children ?? [];
    expect(steps.map(({ click }) => click)).toEqual([undefined, 'terminal', undefined]);
  });

  it('are left out where there is only one', () => {
    expect(rowsOf([runOfSteps()])[0]?.children).toEqual([]);
  });

  it('have ids that lead back to the run and the step', () => {
    expect(parseRunRowId(runRowId('run-1'))).toEqual({ run: 'run-1' });
    expect(parseRunRowId(runRowId('run-1', 2))).toEqual({ run: 'run-1', step: 2 });
    expect(parseRunRowId('claude-code:s1')).toBeUndefined();
  });
});
