import { describe, expect, it } from 'vitest';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import type { Run } from '../../../../src/core/run/run.ts';
import { endThen } from '../../../../src/core/run/runSteps.ts';
import { occurrenceText } from '../../../../src/core/view/askText.ts';
import { decisionSentence } from '../../../../src/core/view/decisionWords.ts';
import { needyRuns } from '../../../../src/core/view/needy.ts';
import type { NotificationMemory } from '../../../../src/core/view/notifications.ts';
import { noNotifications, notificationsDue } from '../../../../src/core/view/notifications.ts';
import { Namesakes } from '../../../../src/core/view/notify/namesakes.ts';
import { usualLevels as levels } from '../../../../src/core/view/notifyKinds.ts';
import type { Occurrence } from '../../../../src/core/view/occurrences.ts';
import { occurrencesIn } from '../../../../src/core/view/occurrences.ts';
import { shownAgents } from '../../../../src/core/view/shownAgents.ts';
import { statusBarView } from '../../../../src/core/view/statusBarView.ts';
import { folderRows, treeRows } from '../../../../src/core/view/treeRows.ts';
import { allWants } from '../../../../src/core/view/wants.ts';
import { hook, nextId, play } from '../../../support/claude.ts';
import { canResume } from '../../../support/programs.ts';
import { decisionOf, runOfSteps, waitingRun } from '../../../support/runOf.ts';

const partsOf = (state: AgentsState) => ({ placeOf: () => undefined, namesakes: new Namesakes(state) });

const idle = play([hook(1000, 'UserPromptSubmit', { prompt: 'Go' }), hook(2000, 'Stop')]).state;
const died = play(
  [eventOf({ type: 'agent:exited', agent_id: 'claude-code:s1' }, { id: nextId(), at: 3000 })],
  idle,
).state;
const asks = play([
  hook(1000, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'npm t' } }),
]).state;
const prompt = [...asks.agents.values()][0]?.prompts[0]?.id ?? '';

const under = (state: AgentsState, ...runs: readonly Run[]): AgentsState => ({
  ...state,
  runs: new Map(runs.map((run) => [run.id, run])),
});
const rows = (state: AgentsState) =>
  folderRows({ state, now: 61_000, placeOf: () => undefined, levels, canResume }).flatMap(
    ({ children }) => children,
  );
const keys = (state: AgentsState) => occurrencesIn(state).map(({ key }) => key);

describe('an agent whose run waits for a person', () => {
  const state = under(idle, waitingRun());

  it('needs one, and says what for', () => {
    expect(rows(state)[0]).toMatchObject({
      description: 'idle · 1m',
      urgency: 'attention',
      icon: { id: 'bell-dot' },
      click: 'decide',
    });
    expect(rows(state)[0]?.context).toBe('agent attention alive supervised waits');
    expect(rows(idle)[0]).toMatchObject({
      description: 'done · unseen',
      urgency: 'idle',
      click: 'terminal',
    });
  });

  it('stands above one that works', () => {
    const both = play([hook(1500, 'UserPromptSubmit', { session_id: 's2', prompt: 'Else' })], state).state;
    expect(rows(both).map(({ id }) => id)).toEqual(['claude-code:s1', 'claude-code:s2']);
    expect(rows({ ...both, runs: new Map() })[0]?.id).toBe('claude-code:s2');
  });

  it('is counted in the status bar, with a link to decide', () => {
    const view = statusBarView(state, { levels });
    expect(view).toMatchObject({ words: 'Beckon: 1 needs you', warns: true, mostUrgent: 'claude-code:s1' });
    expect(view.tooltip).toContain('command:beckon.decide?%5B%22run-1-1%22%5D');
  });

  it('is not counted once that was dismissed, or where nobody wants to hear of runs', () => {
    const dismissed = under(idle, waitingRun({ dismissed: true }));
    expect(allWants(dismissed, levels).needy).toEqual([]);
    expect(rows(dismissed)[0]?.description).toBe('idle · 50s');
    expect(allWants(state, { ...levels, run: 'off' }).needy).toEqual([]);
  });
});

describe('a run that waits and has no agent to show', () => {
  it('is counted itself', () => {
    const state = under(noAgents, waitingRun({ source: 'dead', trigger: 'start' }, { agent: '' }));
    expect(needyRuns(state, levels)).toHaveLength(1);
    const view = statusBarView(state, { levels });
    expect(view).toMatchObject({ words: 'Beckon: 1 needs you', mostUrgent: 'run:run-1' });
    expect(view.tooltip).toContain('command:beckon.decide?%5B%22run%3Arun-1%22%5D');
    expect(needyRuns(state, { ...levels, run: 'off' })).toEqual([]);
  });
});

describe('what is told of runs', () => {
  const looked = {
    now: 9000,
    levels,
    quiet: false,
    others: [],
    isMine: () => false,
    isHeld: () => false,
  };

  it('is a decision that no prompt tells of, once, until it is over', () => {
    expect(keys(under(idle, waitingRun()))).toEqual(['run run-1-1']);
    expect(keys(under(idle, waitingRun({ dismissed: true })))).toEqual([]);
    expect(keys(under(asks, waitingRun({ source: 'approval', prompt })))).toEqual([`decision ${prompt}`]);
    const input = { ...looked, sentence: () => 'x' };
    const first = notificationsDue(noNotifications(8000), { ...input, state: under(idle, waitingRun()) });
    expect(first.effects).toMatchObject([{ type: 'showToast', toast: { appeal: { id: 'run-1-1' } } }]);
    const second = notificationsDue(first.memory, { ...input, state: under(idle, waitingRun()) });
    expect(second.effects).toEqual([]);
    const third = notificationsDue(second.memory, { ...input, state: under(idle, runOfSteps()) });
    expect(third.effects).toEqual([{ type: 'withdraw', key: 'run run-1-1' }]);
  });

  it('is no prompt that the person dismissed, also where its message only waits to be shown', () => {
    const about = { source: 'approval', prompt } as const;
    const dismissed = under(asks, waitingRun({ ...about, dismissed: true }));
    expect(keys(dismissed)).toEqual([]);
    const elsewhere = waitingRun(
      { ...about, prompt: 'e99', dismissed: true },
      { dismissed: ['e99', prompt] },
    );
    expect(keys(under(asks, elsewhere))).toEqual([]);
    const input = { now: 1500, levels, quiet: false, others: [], isMine: () => true, isHeld: () => true };
    const look = (memory: NotificationMemory, state: AgentsState) =>
      notificationsDue(memory, { ...input, state, sentence: () => 'x' });
    const told = look(noNotifications(0), under(asks, waitingRun(about)));
    expect(told.effects).toMatchObject([{ type: 'showToast', toast: { key: `decision ${prompt}` } }]);
    expect(look(told.memory, dismissed).effects).toEqual([{ type: 'withdraw', key: `decision ${prompt}` }]);
    // The agent asks on: its row says so, and it is counted.
    expect(allWants(dismissed, levels).needy).toHaveLength(1);
  });

  it('is that one failed by a rule, once, by the window that supervises it', () => {
    const failed = (reason: string, id = 'run-1') =>
      runOfSteps(['a'], { id, status: 'failed', reason, endedAt: 8500 });
    expect(keys(under(idle, failed('cancelled')))).toEqual([]);
    const state = under(idle, failed('prompt'));
    expect(keys(state)).toEqual(['run run-1 failed']);
    const input = {
      ...looked,
      sentence: (one: Occurrence) => occurrenceText(one, state, partsOf(state)),
    };
    const first = notificationsDue(noNotifications(8000), { ...input, state });
    const text = 'Run "feature" failed: it asked for permission';
    expect(first.effects).toMatchObject([{ toast: { kind: 'failed', failedRun: 'run-1', text } }]);
    expect(notificationsDue(first.memory, { ...input, state }).effects).toEqual([]);
    expect(notificationsDue(noNotifications(8600), { ...input, state }).effects).toEqual([]);
    // It stands for a day, and must not make every other message one about several.
    const many = ['b', 'c', 'd'].map((id) => failed('idle', id));
    const all = under(idle, failed('prompt'), ...many, waitingRun({}, { id: 'e' }));
    const { effects } = notificationsDue(first.memory, { ...input, state: all });
    expect(effects.map(({ type }) => type)).toEqual(['showToast', 'showToast', 'showToast', 'showToast']);
  });

  it('is no death or end of a turn that the run sees to', () => {
    const key = 'died claude-code:s1 3000';
    expect(keys(died)).toEqual([key]);
    expect(keys(under(died, runOfSteps()))).toEqual([]);
    expect(allWants(under(died, runOfSteps()), levels).needy).toEqual([]);
    expect(keys(under(died, runOfSteps(['a'], { agent: 'x', former: ['claude-code:s1'] })))).toEqual([]);
  });

  it('leaves an agent to itself once its run has ended', () => {
    const ended = (endedAt: number) => under(died, runOfSteps(['a'], { status: 'done', endedAt }));
    expect(occurrencesIn(ended(2900))).toEqual([]);
    expect(occurrencesIn(ended(-8000))).toHaveLength(1);
  });

  it.each([
    ['exit code 3\n\nChecking.\nNot on a Friday.\n \n', ' (exit code 3): Not on a Friday.'],
    ['exit code 1', ' (exit code 1)'],
    ['no exit code\n\n[x](y)', ' (no exit code): [x]\u200b(y)'],
  ])('says of a prompt that a gate refused that it did: %j', (how, words) => {
    // A command of several lines may have any of these words.
    const command = 'make\nexit code 0';
    const gate = { id: 'g', trigger: 'on_prompt', command, timeoutMs: 1, prompt } as const;
    const context = `The gate said no: ${command}\n${how}`;
    const state = under(asks, waitingRun({ source: 'gate', prompt, context, gate }));
    const [told] = occurrencesIn(state);
    const text = told && occurrenceText(told, state, partsOf(state));
    expect(text).toBe(`Claude Code s1 wants to run: npm t · the gate said no${words}`);
  });

  it('says of a prompt to which the yes of a gate could not be given that it said yes', () => {
    const gate = {
      id: 'g',
      trigger: 'on_prompt',
      command: 'make',
      timeoutMs: 1,
      prompt,
      said: 'yes',
    } as const;
    const context = 'The gate said yes: make\nbut no request waits';
    const state = under(asks, waitingRun({ source: 'approval', prompt, context, gate }));
    const [told] = occurrencesIn(state);
    expect(told && occurrenceText(told, state, partsOf(state))).toBe(
      'Claude Code s1 wants to run: npm t · the gate said yes (but no request waits)',
    );
  });

  it('is no prompt that a gate decides about', () => {
    const gate = { id: 'g', trigger: 'on_prompt', command: 'true', timeoutMs: 1, prompt } as const;
    expect(keys(under(asks, runOfSteps(['a'], { gates: [gate] })))).toEqual([]);
    expect(keys(under(asks, runOfSteps()))).toEqual([`decision ${prompt}`]);
    expect(keys(under(asks, endThen(runOfSteps(), 'fail', '').run))).toEqual([]);
  });
});

describe('the sentence of a decision', () => {
  const feature = runOfSteps(['build', 'review']);
  it.each([
    [decisionOf(), 'Run "feature" · build is idle and waits for input'],
    [
      decisionOf({ source: 'dead', context: 'The agent ended unexpectedly (exit code 137).' }),
      'Run "feature" · build ended unexpectedly (exit code 137)',
    ],
    [
      decisionOf({ source: 'dead', trigger: 'start', context: 'There is no folder.' }),
      'Run "feature" · build could not be started: There is no folder',
    ],
    [
      decisionOf({ source: 'gate', context: 'The gate said no: npm test\nexit code 1' }),
      'Run "feature" · build: The gate said no: npm test',
    ],
    [
      decisionOf({
        source: 'gate',
        context: 'The gate said no: npm test\nexit code 3\n\nfirst\n2 [tests](x) failed\n',
        gate: { id: 'g', trigger: 'on_idle', command: 'npm test', timeoutMs: 1 },
      }),
      'Run "feature" · build: The gate said no: npm test (exit code 3): 2 [tests]\u200b(x) failed',
    ],
    [
      decisionOf({ source: 'signal', context: 'Which [db](command:x)?' }),
      'Run "feature" · build asks for you: Which [db]\u200b(command:x)?',
    ],
  ])('%#', (decision, sentence) => {
    expect(decisionSentence(feature, decision)).toBe(sentence);
  });

  it('is what a notification says', () => {
    const state = under(idle, waitingRun());
    const [occurrence] = occurrencesIn(state);
    expect(occurrence && occurrenceText(occurrence, state, partsOf(state))).toBe(
      'Run "feature" is idle and waits for input',
    );
  });
});

describe('a window', () => {
  it('shows the runs of its folders and of no window, above the folders', () => {
    const runs = ['/w', '/other', '/free'].map((folder) => runOfSteps(['a'], { id: folder, folder }));
    const view = { folders: ['/w'], otherFolders: ['/other'], all: false, forgotten: new Map() };
    const state = shownAgents(under(idle, ...runs), view);
    expect([...state.runs.keys()]).toEqual(['/w', '/free']);
    expect(shownAgents(under(idle, ...runs), { ...view, all: true }).runs.size).toBe(3);
    const kinds = treeRows({ state, now: 0, placeOf: () => undefined, levels, canResume }).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['run', 'run', 'folder']);
  });
});
