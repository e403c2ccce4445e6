import type { Agent } from '../agent/agent.ts';
import type { Urgency } from '../agent/state.ts';
import { urgencies } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { markdownText, rowText, toastText } from '../text/foreignText.ts';
import { grouped } from '../text/grouped.ts';
import type { AgentRow } from './agentRow.ts';
import { agentRow } from './agentRow.ts';
import type { AskRow } from './ask/askRow.ts';
import { askRows } from './ask/askRow.ts';
import type { PlaceOf } from './askText.ts';
import { isDoneForPerson } from './done/doneAgents.ts';
import { familyOrder } from './familyUrgency.ts';
import { needsPerson } from './needy.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';
import type { RowBase } from './rowBase.ts';
import type { IdleRow } from './rows/idleRow.ts';
import { idleRow, idleRowId, settledIdle } from './rows/idleRow.ts';
import type { RunRow, StepRow } from './runRow.ts';
import { runRows } from './runRow.ts';
import { currentRun } from './supervision.ts';

/** The row of a folder or a worktree, with the agents that work there. */
export interface FolderRow extends RowBase {
  readonly kind: 'folder';
  readonly urgency: Urgency;
  readonly children: readonly (AgentRow | AskRow | IdleRow)[];
}

/** A row of the tree. */
export type TreeRow = RunRow | StepRow | FolderRow | IdleRow | AgentRow | AskRow;

const elsewhere = 'elsewhere';
/** How long the label of a folder may be, and how much of its branch is seen in any case. */
const [labelLength, branchLength] = [28, 16];

/** What the tree is made from. */
export interface TreeInput {
  readonly state: AgentsState;
  readonly now: number;
  readonly placeOf: PlaceOf;
  readonly levels: NotifyLevels;
  /** Whether an agent's program can go on with the conversation in a new process. */
  readonly canResume: (agent: Agent) => boolean;
}

/** The rows of the tree: the runs, and the folders below them. */
export function treeRows(input: TreeInput): readonly (RunRow | FolderRow)[] {
  return [...runRows(input.state, input.now), ...folderRows(input)];
}

/**
 * The rows of the folders with the conversations that work there and their subagents, the most urgent first. A
 * conversation is as urgent as the most urgent of its family, a folder as the most urgent in it.
 */
export function folderRows({ state, now, placeOf, levels, canResume }: TreeInput): readonly FolderRow[] {
  const all = [...state.agents.values()];
  const { rank, compare } = familyOrder(all, state.runs);
  const children = grouped(all, ({ parent }) => parent ?? '');
  const roots = (children.get('') ?? []).toSorted(compare);
  const folders = grouped(roots, ({ facts }) => placeOf(facts.cwd)?.root ?? facts.cwd ?? '');
  return [...folders].map(([root, agents]): FolderRow => {
    const id = `folder:${root}`;
    const place = placeOf(agents[0]?.facts.cwd);
    const label = place ? folderLabel(place) : elsewhere;
    const whole = place ? rowText(placeLabel(place)) : elsewhere;
    const rowsOf = (agent: Agent, parent: string): readonly (AgentRow | AskRow)[] => {
      const below = (children.get(agent.id) ?? []).toSorted(compare);
      const place = placeOf(agent.facts.cwd ?? state.agents.get(agent.parent ?? '')?.facts.cwd);
      // What is asked comes right below its agent, before the subagents that are shown there.
      const isBelow = below.length > 0;
      const asks = askRows(agent, { parent: isBelow ? agent.id : parent, root: place?.root, now });
      const row = agentRow(agent, {
        parent,
        now,
        place,
        root: state.agents.get(agent.parent ?? ''),
        run: currentRun(state.runs, agent.id),
        isDone: isDoneForPerson(agent, state.runs),
        canBeResumed: canResume(agent),
        children: [...(isBelow ? asks : []), ...below.flatMap((child) => rowsOf(child, agent.id))],
      });
      return isBelow ? [row] : [row, ...asks];
    };
    const own = (agent: Agent) => rowsOf(agent, id);
    const isIdle = (agent: Agent) => urgencies[rank(agent)] === 'idle' && !isDoneForPerson(agent, state.runs);
    const settled = settledIdle(agents.filter(isIdle), now);
    const below = [...settled].flatMap((agent) => rowsOf(agent, idleRowId(root)));
    const ended = agents.filter((agent) => urgencies[rank(agent)] === 'ended');
    const above = agents.filter((agent) => !settled.has(agent) && !ended.includes(agent));
    const family = agents.flatMap((agent) => [agent, ...(children.get(agent.id) ?? [])]);
    const needy = family.filter((agent) => needsPerson(agent, levels, state.runs)).length;
    const description = needy === 0 ? '' : needy === 1 ? '1 needs you' : `${needy} need you`;
    return {
      kind: 'folder',
      id,
      label,
      description,
      tooltip: [...(place ? [placeLabel(place)] : []), root].map(markdownText).join('\n\n'),
      accessibleLabel: [whole, description].filter(Boolean).join(', '),
      icon: { id: place?.worktree ? 'git-branch' : place?.branch ? 'repo' : 'folder' },
      urgency: urgencies[Math.min(...agents.map(rank))] ?? 'idle',
      context: 'folder',
      children: [
        ...above.flatMap(own),
        ...(below.length > 0 ? [idleRow(id, root, below)] : []),
        ...ended.flatMap(own),
      ],
    };
  });
}

/** A long branch would push the count out of sight; its end is seen too, because many begin alike. */
function folderLabel({ branch, ...place }: Place): string {
  const room = Math.max(branchLength, labelLength - placeLabel({ ...place, branch: ' ' }).length + 1);
  const name = rowText(place.name, labelLength);
  return placeLabel({ ...place, name, ...(branch ? { branch: toastText(branch, room) } : {}) });
}
