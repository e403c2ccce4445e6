import type { Agent } from '../agent/agent.ts';
import { urgencies } from '../agent/state.ts';
import { shownDecision } from '../decision/decision.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';
import { markdownText } from '../text/foreignText.ts';
import { agentLabel, stateWords } from './agentWords.ts';
import { askLine } from './ask/askLine.ts';
import { offersOf, opensHere } from './ask/offers.ts';
import { isChange } from './askPreview.ts';
import { commandLink } from './commandLink.ts';
import { decisionWords } from './decisionWords.ts';
import { snoozeWords } from './notify/snooze.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import { runRowId } from './runRow.ts';
import { appealAbout, urgencyUnder } from './supervision.ts';
import type { AllWants } from './wants.ts';
import { allWants } from './wants.ts';

/** The status-bar item, as plain data. */
export interface StatusBarView {
  readonly text: string;
  /** What a screen reader says. */
  readonly words: string;
  /** Markdown with links to our commands; all that is foreign in it is only text. */
  readonly tooltip: string;
  readonly warns: boolean;
  /** Nothing runs, and nothing is wrong. */
  readonly hidden: boolean;
  /** Whom a click goes to. */
  readonly mostUrgent?: string;
}

/** How many a tooltip lists. */
const listed = 8;

const everything: NotifyLevels = {
  permission: 'badge',
  question: 'badge',
  plan: 'badge',
  failed: 'badge',
  died: 'off',
  idle: 'off',
  run: 'badge',
};

/** What the item is made from. */
export interface StatusBarInput {
  readonly levels: NotifyLevels;
  /** What is wrong with the hooks, in a sentence; missing where they are fine. */
  readonly unhealthy?: string;
  /** Which notifications are muted, in a sentence. */
  readonly muted?: string;
  /** Who is done and unseen is counted apart: there is a person who can look at them. */
  readonly withDone?: boolean;
  /** The time until which notifications are snoozed, as a clock shows it. */
  readonly snoozed?: string;
  /** What all of them want, where that is known already. */
  readonly wants?: AllWants;
}

/**
 * The counts by urgency. A subagent counts only when it needs a person; otherwise its conversation stands for it. Ended
 * agents count only where the person wants to be told of them.
 */
export function statusBarView(
  state: AgentsState,
  { levels, unhealthy, muted, snoozed, wants = allWants(state, levels), withDone = false }: StatusBarInput = {
    levels: everything,
  },
): StatusBarView {
  const { needy, lonely, working: busy } = wants;
  const many = needy.length + lonely.length;
  const done = withDone ? wants.done : 0;
  const idle = wants.idle - done;
  const needs = many === 1 ? '1 needs you' : `${many} need you`;
  const parts = [
    many > 0 ? [`$(bell-dot) ${needs}`, needs] : [],
    busy > 0 ? [`$(loading~spin) ${busy}`, `${busy} working`] : [],
    done > 0 ? [`$(circle-filled) ${done} done`, `${done} done`] : [],
    idle > 0 ? [`$(circle-outline) ${idle}`, `${idle} idle`] : [],
    unhealthy ? ['$(warning) Beckon', unhealthy] : [],
    snoozed ? [`$(bell-slash) until ${snoozed}`, `snoozed until ${snoozed}`] : [],
  ].filter((part) => part.length > 0);
  const words = parts.length === 0 ? 'no agents' : parts.map(([, told]) => told).join(', ');
  const rank = (agent: Agent) => urgencies.indexOf(urgencyUnder(state.runs, agent));
  // Who can be answered comes before whoever was left to the terminal, and then who has waited longest.
  const openedAt = (agent: Agent) => shownDecision(agent)?.openedAt ?? Number.POSITIVE_INFINITY;
  const waiting = needy.toSorted(
    (a, b) => rank(a) - rank(b) || compareTimes(openedAt(a), openedAt(b)) || compareTimes(a.since, b.since),
  );
  const [first] = waiting;
  const [run] = lonely;
  const mostUrgent = first?.id ?? (run && runRowId(run.id));
  const lines = [
    ...waiting.slice(0, listed).map((agent) => needyLine(agent, appealAbout(state.runs, agent.id))),
    ...lonely.slice(0, listed).map(runLine),
  ];
  return {
    text: parts.length === 0 ? '$(bell) Beckon' : parts.map(([shown]) => shown).join('  '),
    words: `Beckon: ${words}`,
    tooltip: [
      `Beckon: ${markdownText(words)}`,
      ...lines.slice(0, listed),
      ...(many > listed ? [`and ${many - listed} more`] : []),
      ...(snoozed ? [`${snoozeWords(snoozed)} ${commandLink('End Snooze', 'beckon.endSnooze', [])}`] : []),
      ...(muted ? [`${muted} ${commandLink('Change…', 'beckon.mute', [])}`] : []),
    ].join('\n\n'),
    warns: many > 0,
    hidden: parts.length === 0,
    ...(mostUrgent === undefined ? {} : { mostUrgent }),
  };
}

function compareTimes(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** One agent that needs a person, with what can be done about it. */
function needyLine(agent: Agent, appeal: RunDecision | undefined): string {
  const decision = shownDecision(agent);
  const offers = offersOf(decision?.prompt);
  const isEdit = decision !== undefined && isChange(decision.prompt);
  const line = decision && askLine(decision.prompt, agent.facts.cwd);
  const isPermission = decision?.prompt.kind === 'permission';
  const words = line ? line.text : stateWords(agent, { appeal }).join(' · ');
  const links = [
    // Nobody approves what they could not read.
    ...(isPermission && offers.has('approve') && line?.isWhole
      ? [commandLink('Approve', 'beckon.approve', [decision.id])]
      : []),
    ...(isPermission && offers.has('deny') ? [commandLink('Deny', 'beckon.deny', [decision.id])] : []),
    ...(decision && isEdit && offers.size > 0
      ? [commandLink('Show Diff', 'beckon.showDiff', [decision.id])]
      : []),
    ...(decision && !isEdit && opensHere(decision.prompt)
      ? [commandLink(isPermission ? 'Read…' : 'Answer…', 'beckon.answer', [decision.id])]
      : []),
    ...(appeal ? [commandLink('Decide…', 'beckon.decide', [appeal.id])] : []),
    commandLink('Go to Terminal', 'beckon.goToTerminal', [agent.id]),
  ];
  return `**${markdownText(agentLabel(agent))}** ${markdownText(words)}  \n${links.join(' · ')}`;
}

/** One run that needs a person and has no agent. */
function runLine(run: Run): string {
  const words = run.decision ? decisionWords(run.decision) : '';
  const link = commandLink('Decide…', 'beckon.decide', [runRowId(run.id)]);
  return `**${markdownText(run.name)}** ${markdownText(`needs you · ${words}`)}  \n${link}`;
}
