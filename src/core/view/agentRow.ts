import type { Agent } from '../agent/agent.ts';
import { agentUrgency, isEscalated, isStale } from '../agent/agent.ts';
import type { AgentState, Urgency } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import { decisionsOf, shownDecision } from '../decision/decision.ts';
import { isDemoSession } from '../demo/demoSession.ts';
import type { Run } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';
import { durationText } from '../text/durationText.ts';
import { rowText } from '../text/foreignText.ts';
import { agentTooltip } from './agentTooltip.ts';
import { agentLabel, rowWords, stateWords } from './agentWords.ts';
import type { AskRow } from './ask/askRow.ts';
import { askRowId, kindWords, offerWords } from './ask/askRow.ts';
import { opensHere } from './ask/offers.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';
import { programName } from './programNames.ts';
import type { RowBase, RowIcon } from './rowBase.ts';
import { isQuiet, quietWords } from './rows/quiet.ts';
import { appealOf } from './supervision.ts';

/** The row of one agent, as plain data. */
export interface AgentRow extends RowBase {
  readonly kind: 'agent';
  readonly program: string;
  /** The badge of its program is beside it: the tree has agents of several. */
  readonly hasBadge: boolean;
  /** The row it is below. */
  readonly parent: string;
  readonly urgency: Urgency;
  /** The row of what a click on this one answers. */
  readonly ask?: string;
  /** What a click does: answer what it or its run asks, or show where it runs. */
  readonly click: 'answer' | 'decide' | 'terminal';
  readonly children: readonly (AgentRow | AskRow)[];
}

/** What a row is made of besides its agent. */
export interface RowSurroundings {
  readonly parent: string;
  readonly now: number;
  readonly place: Place | undefined;
  /** The conversation of a subagent. */
  readonly root: Agent | undefined;
  /** The run it is under. */
  readonly run: Run | undefined;
  /** It has finished a turn that nobody has looked at. */
  readonly isDone: boolean;
  /** Its program can go on with the conversation in a new process. */
  readonly canBeResumed: boolean;
  /** The tree has agents of several programs. */
  readonly showsPrograms: boolean;
  readonly children: readonly (AgentRow | AskRow)[];
}

const warning = 'beckon.needsYou';
const dimmed = 'disabledForeground';
const labelLength = 28;
const doneIcon: RowIcon = { id: 'circle-filled', color: 'charts.green' };

/** The row of one agent at a moment, with the rows of its subagents. */
export function agentRow(agent: Agent, surroundings: RowSurroundings): AgentRow {
  const { parent, now, place, root, run, isDone, canBeResumed, showsPrograms, children } = surroundings;
  const label = agentLabel(agent);
  const appeal = run && appealOf(run);
  const regard = { appeal, isDone };
  const since = appeal?.openedAt ?? agent.since;
  const time = !appeal && isQuiet(agent, now) ? quietWords(agent, now) : durationText(now - since);
  const inWords = (words: readonly string[]) => [...words.map((part) => rowText(part)), time].join(' · ');
  const folder = place ? rowText(placeLabel(place)) : '';
  const isAnswerable = decisionsOf(agent).some(({ prompt }) => opensHere(prompt));
  const isAlive = !hasEnded(agent.state) && !isDemoSession(agent.session);
  const shown = shownDecision(agent);
  // Subagents run in the program of their conversation.
  const hasBadge = showsPrograms && agent.parent === undefined;
  return {
    kind: 'agent',
    id: agent.id,
    parent,
    // A long one would push the state out of sight; the tooltip and the accessible label have it whole.
    label: rowText(label, labelLength),
    // In a narrow sidebar the time would cut the words off; the tooltip has it.
    description: isDone && !appeal ? rowWords(agent, regard).join(' · ') : inWords(rowWords(agent, regard)),
    tooltip: agentTooltip(agent, { now, place, root, ...regard }),
    accessibleLabel: [
      rowText(label),
      inWords(stateWords(agent, regard)),
      folder,
      hasBadge ? programName(agent) : '',
    ]
      .filter(Boolean)
      .join(', '),
    icon: rowIcon(agent.state, { appeal, isDone, isStale: isStale(agent, now) }),
    urgency: appeal ? 'attention' : agentUrgency(agent),
    context: contextWords(agent, { isAlive, run, canBeResumed }).join(' '),
    click: isAnswerable ? 'answer' : appeal ? 'decide' : 'terminal',
    ...(shown ? { ask: askRowId(shown.id) } : {}),
    program: agent.program,
    hasBadge,
    children,
  };
}

/** The words menus ask for. */
function contextWords(
  agent: Agent,
  { isAlive, run, canBeResumed }: Pick<RowSurroundings, 'run' | 'canBeResumed'> & { isAlive: boolean },
): readonly string[] {
  const decision = shownDecision(agent);
  return [
    'agent',
    agent.parent === undefined ? '' : 'subagent',
    run && appealOf(run) ? 'attention' : agentUrgency(agent),
    decision ? kindWords[decision.prompt.kind] : '',
    ...offerWords(decision?.prompt),
    // A menu does not say which of several it is about.
    decisionsOf(agent).length === 1 ? 'only' : '',
    isEscalated(agent) ? 'escalated' : '',
    agent.facts.transcript && !isDemoSession(agent.session) ? 'transcript' : '',
    isAlive ? 'alive' : '',
    canBeResumed && !run ? 'resumable' : '',
    run ? 'supervised' : '',
    run?.decision ? 'waits' : '',
  ].filter(Boolean);
}

interface Around {
  readonly appeal: RunDecision | undefined;
  readonly isDone: boolean;
  readonly isStale: boolean;
}

function rowIcon(state: AgentState, { appeal, isDone, isStale }: Around): RowIcon {
  const isCalm = state.kind === 'idle' || state.kind === 'working' || state.kind === 'gone';
  if (appeal && isCalm) {
    return { id: 'bell-dot', color: warning };
  }
  const icon = isDone ? doneIcon : stateIcon(state);
  return isStale && isCalm && !isDone ? { ...icon, color: dimmed } : icon;
}

function stateIcon(state: AgentState): RowIcon {
  switch (state.kind) {
    case 'prompting': {
      const icons = {
        permission: 'bell-dot',
        question: 'question',
        plan_approval: 'checklist',
        other: 'bell-dot',
      };
      return { id: icons[state.prompt.kind], color: warning };
    }
    case 'failed':
      return { id: 'error', color: 'list.errorForeground' };
    case 'working':
      return { id: 'loading~spin', color: 'progressBar.background' };
    case 'idle':
      return { id: 'circle-outline', color: dimmed };
    case 'exited':
      return { id: 'debug-disconnect', color: 'list.errorForeground' };
    case 'gone':
      return { id: 'debug-disconnect', color: dimmed };
  }
}
