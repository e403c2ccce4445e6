import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Urgency } from '../agent/state.ts';
import { urgencies } from '../agent/state.ts';
import { grouped } from '../grouped.ts';
import type { AgentRow } from './agentRow.ts';
import { agentRow } from './agentRow.ts';
import type { PlaceOf } from './askText.ts';
import { familyRank } from './familyUrgency.ts';
import { markdownText, rowText, toastText } from './foreignText.ts';
import { needsPerson } from './needy.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';
import type { RowBase } from './rowBase.ts';
import type { RunRow, StepRow } from './runRow.ts';
import { runRows } from './runRow.ts';
import { currentRun } from './supervision.ts';

/** The row of a folder or a worktree, with the agents that work there. */
export interface FolderRow extends RowBase {
  readonly kind: 'folder';
  readonly urgency: Urgency;
  readonly children: readonly AgentRow[];
}

/** A row of the tree. */
export type TreeRow = RunRow | StepRow | FolderRow | AgentRow;

const elsewhere = 'elsewhere';
/** How long the label of a folder may be, and how much of its branch is seen in any case. */
const [labelLength, branchLength] = [28, 16];

/** What the tree is made from. */
export interface TreeInput {
  readonly state: AgentsState;
  readonly now: number;
  readonly placeOf: PlaceOf;
  readonly levels: NotifyLevels;
}

/** The rows of the tree: the runs, and the folders below them. */
export function treeRows(input: TreeInput): readonly (RunRow | FolderRow)[] {
  return [...runRows(input.state, input.now), ...folderRows(input)];
}

/**
 * The rows of the folders with the conversations that work there and their subagents, the most urgent first. A
 * conversation is as urgent as the most urgent of its family, a folder as the most urgent in it.
 */
export function folderRows({ state, now, placeOf, levels }: TreeInput): readonly FolderRow[] {
  const all = [...state.agents.values()];
  const rank = familyRank(all, state.runs);
  const children = grouped(all, ({ parent }) => parent ?? '');
  // `sort` keeps equals in the order they came in, so rows of one urgency do not jump.
  const roots = (children.get('') ?? []).toSorted((a, b) => rank(a) - rank(b));
  const folders = grouped(roots, ({ facts }) => placeOf(facts.cwd)?.root ?? facts.cwd ?? '');
  return [...folders].map(([root, agents]): FolderRow => {
    const id = `folder:${root}`;
    const place = placeOf(agents[0]?.facts.cwd);
    const label = place ? folderLabel(place) : elsewhere;
    const whole = place ? rowText(placeLabel(place)) : elsewhere;
    const rowOf = (agent: Agent, parent: string): AgentRow => {
      const below = (children.get(agent.id) ?? []).toSorted((a, b) => rank(a) - rank(b));
      return agentRow(agent, {
        parent,
        now,
        place: placeOf(agent.facts.cwd ?? state.agents.get(agent.parent ?? '')?.facts.cwd),
        root: state.agents.get(agent.parent ?? ''),
        run: currentRun(state.runs, agent.id),
        children: below.map((child) => rowOf(child, agent.id)),
      });
    };
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
      children: agents.map((agent) => rowOf(agent, id)),
    };
  });
}

/** A long branch would push the count out of sight; its end is seen too, because many begin alike. */
function folderLabel({ branch, ...place }: Place): string {
  const room = Math.max(branchLength, labelLength - placeLabel({ ...place, branch: ' ' }).length + 1);
  const name = rowText(place.name, labelLength);
  return placeLabel({ ...place, name, ...(branch ? { branch: toastText(branch, room) } : {}) });
}
