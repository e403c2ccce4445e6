import type { Agent } from '../agent/agent.ts';
import type { Urgency } from '../agent/state.ts';
import { hasEnded, urgencies, urgencyOf } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import { runEnded } from '../run/run.ts';
import type { DecisionSource } from '../run/runDecision.ts';
import { withEnds } from '../text/clip.ts';
import { durationText } from '../text/durationText.ts';
import { markdownText, rowText } from '../text/foreignText.ts';
import { decisionAsk } from './decisionAsk.ts';
import { decisionWords } from './decisionWords.ts';
import { reasonWords } from './reasonWords.ts';
import type { RowBase, RowIcon } from './rowBase.ts';
import { doingWord, isBusy, stepIcons, stepState, stepTime, tryWords } from './stepState.ts';
import { appealOf } from './supervision.ts';

/** The row of one step of a run, as plain data. */
export interface StepRow extends RowBase {
  readonly kind: 'step';
  readonly parent: string;
  /** What a click does, where its agent is still there. */
  readonly click?: 'terminal';
  readonly children: readonly [];
}

/** The row of one run, with its steps below it where it has several. */
export interface RunRow extends RowBase {
  readonly kind: 'run';
  readonly urgency: Urgency;
  readonly click?: 'decide' | 'terminal';
  readonly children: readonly StepRow[];
}

/** What a row of a run is known by; the row of a step has its number behind it. */
export function runRowId(run: Run['id'], step?: number): string {
  return step === undefined ? `run:${run}` : `run:${run}/${step}`;
}

/** The run a row is about, and its step where it is the row of one. */
export function parseRunRowId(id: string): { readonly run: string; readonly step?: number } | undefined {
  const [, run, step] = /^run:([^/]+)(?:\/(\d+))?$/u.exec(id) ?? [];
  return run === undefined ? undefined : { run, ...(step === undefined ? {} : { step: Number(step) }) };
}

/** The rows of the runs: those that need a person first, then those that go on, then those that are over; the newest first. */
export function runRows({ runs, agents }: AgentsState, now: number): readonly RunRow[] {
  const rows = [...runs.values()]
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .map((run) => runRow(run, agents, now));
  return rows.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency));
}

function runRow(run: Run, agents: AgentsState['agents'], now: number): RunRow {
  const agent = agents.get(run.agent);
  const label = rowText(run.name);
  const words = wordsOf(run, agent, now);
  const description = words.map((part) => rowText(part)).join(' · ');
  const isThere = agent !== undefined && !hasEnded(agent.state);
  const click = run.decision ? 'decide' : isThere && !runEnded(run) ? 'terminal' : undefined;
  const steps = run.steps.length > 1 ? run.steps.map((_, index) => stepRow(run, index, agents, now)) : [];
  return {
    kind: 'run',
    id: runRowId(run.id),
    label,
    description,
    tooltip: tooltipOf(run, words, agents),
    accessibleLabel: `run ${label}, ${description}`,
    icon: runIcon(run, agent),
    urgency: urgencyOfRun(run, agent),
    context: contextWords(run, isThere).join(' '),
    ...(click ? { click } : {}),
    children: steps,
  };
}

/** What a run waits about that is a state of its agent. */
const agentSources: readonly DecisionSource[] = ['idle', 'dead'];

/** How a run stands, in words; some of them are foreign. */
function wordsOf(run: Run, agent: Agent | undefined, now: number): readonly string[] {
  const { decision, steps, step, status, reason } = run;
  const several = steps.length > 1;
  const since = (at: number | undefined) => durationText(now - (at ?? run.startedAt));
  if (status === 'done') {
    return ['done', since(run.endedAt)];
  }
  if (status === 'failed') {
    return [`failed${reason ? `: ${reasonWords(reason)}` : ''}`, since(run.endedAt)];
  }
  if (decision) {
    const place = several ? [`step ${step + 1} of ${steps.length}`] : [];
    const who = agentSources.includes(decision.source) && decision.trigger !== 'start' ? 'agent ' : '';
    const word = `waiting: ${who}${decisionWords(decision)}${decision.dismissed ? ' (dismissed)' : ''}`;
    return [...place, word, since(decision.openedAt)];
  }
  const name = several ? [steps[step]?.name ?? ''] : [];
  const tries = tryWords(run, now);
  if (tries !== undefined) {
    return [tries, ...name];
  }
  return [doingWord(run, agent), ...name, since(steps[step]?.startedAt)];
}

function urgencyOfRun(run: Run, agent: Agent | undefined): Urgency {
  if (runEnded(run)) {
    return 'ended';
  }
  const asks = run.decision?.prompt !== undefined && !run.decision.dismissed;
  if (appealOf(run) || asks) {
    return 'attention';
  }
  const urgency = agent ? urgencyOf(agent.state) : 'working';
  return urgency === 'idle' && !run.decision && !isBusy(run) ? 'idle' : 'working';
}

function runIcon(run: Run, agent: Agent | undefined): RowIcon {
  switch (run.status) {
    case 'done':
      return stepIcons.done;
    case 'failed':
      return stepIcons.failed;
    case 'waiting':
      return run.decision?.dismissed ? { id: 'bell-slash' } : stepIcons['needs you'];
    case 'running':
      if (run.pending?.kind === 'cooldown') {
        return stepIcons['tries again'];
      }
      return urgencyOfRun(run, agent) === 'idle' ? stepIcons.idle : stepIcons.working;
  }
}

/** The words menus ask for. What was started has a terminal, also where its agent has died or was never heard. */
function contextWords(run: Run, isThere: boolean): readonly string[] {
  const hasTerminal = isThere || (run.origin === 'started' && run.agent !== '');
  return [
    'run',
    runEnded(run) ? 'ended' : 'live',
    run.decision ? 'waits' : '',
    hasTerminal && !runEnded(run) ? 'alive' : '',
  ].filter(Boolean);
}

/** More would cover the rows; what is left out is there to read in full. */
const contextLength = 1000;

function tooltipOf(run: Run, words: readonly string[], agents: AgentsState['agents']): string {
  const { context = '' } = run.decision ?? {};
  const asks = run.decision && decisionAsk(run, run.decision, agents).asks;
  const lines = [asks ?? '', ...withEnds(context, contextLength).split('\n')].filter((line) => line.trim());
  return [
    `**${markdownText(run.name)}** ${words.map(markdownText).join(` ${markdownText('·')} `)}`,
    lines.map((line) => markdownText(line)).join('  \n'),
    `Folder: ${markdownText(run.folder)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function stepRow(run: Run, index: number, agents: AgentsState['agents'], now: number): StepRow {
  const step = run.steps[index];
  const label = rowText(step?.name ?? '');
  const agent = agents.get((index === run.step ? run.agent : step?.agent) ?? '');
  const state = stepState(run, index, agent);
  const tries = state === 'tries again' ? tryWords(run, now) : undefined;
  const word = state === 'working' || state === 'idle' ? doingWord(run, agent) : state;
  const description = tries ?? [word, stepTime(run, index, now)].filter(Boolean).join(' · ');
  const isThere = agent !== undefined && !hasEnded(agent.state);
  return {
    kind: 'step',
    id: runRowId(run.id, index),
    parent: runRowId(run.id),
    label,
    description,
    tooltip: `**${markdownText(label)}** ${markdownText(description)}`,
    accessibleLabel: `step ${index + 1}, ${label}, ${description}`,
    icon: stepIcons[state],
    context: isThere ? 'step alive' : 'step',
    ...(isThere ? { click: 'terminal' as const } : {}),
    children: [],
  };
}
