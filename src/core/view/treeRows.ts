import type { Agent } from '../agent/agent.ts';
import type { Urgency } from '../agent/state.ts';
import { urgencies } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { markdownText, rowText, toastText } from '../text/foreignText.ts';
import { grouped } from '../text/grouped.ts';
import type { AgentRow } from './agentRow.ts';
import type { AskRow } from './ask/askRow.ts';
import type { PlaceOf } from './askText.ts';
import { familyOrder } from './familyUrgency.ts';
import type { NotifyLevels } from './notifyKinds.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';
import type { RowBase } from './rowBase.ts';
import type { AgentRows } from './rows/agentRows.ts';
import { agentRows } from './rows/agentRows.ts';
import type { IdleRow } from './rows/idleRow.ts';
import { idleRow, idleRowId, settledIdle } from './rows/idleRow.ts';
import type { RunRow, StepRow } from './runRow.ts';
import { runRows } from './runRow.ts';
import { currentRun } from './supervision.ts';
import { wantsOf } from './wants.ts';

/** The row of a folder or a worktree, with the agents that work there. */
export interface FolderRow extends RowBase {
  readonly kind: 'folder';
  readonly urgency: Urgency;
  readonly children: readonly (AgentRow | AskRow | IdleRow)[];
}

/** A row of the tree. */
export type TreeRow = RunRow | StepRow | FolderRow | IdleRow | AgentRow | AskRow;

const elsewhere = 'elsewhere';
const none: readonly never[] = [];
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
export function folderRows({
  state,
  now,
  placeOf: find,
  levels,
  canResume,
}: TreeInput): readonly FolderRow[] {
  const { agents: known, runs } = state;
  const { rank, sorted } = familyOrder(known.values(), runs);
  const roots: Agent[] = [];
  const subagents: Agent[] = [];
  for (const agent of known.values()) {
    (agent.parent === undefined ? roots : subagents).push(agent);
  }
  const children = grouped(subagents, ({ parent }) => parent ?? '');
  const placeOf = onceForEach(find);
  const folders = grouped(sorted(roots), ({ facts }) => placeOf(facts.cwd)?.root ?? facts.cwd ?? '');
  return [...folders].map(([root, agents]): FolderRow => {
    const id = `folder:${root}`;
    const place = placeOf(agents[0]?.facts.cwd);
    const label = place ? folderLabel(place) : elsewhere;
    const whole = place ? rowText(placeLabel(place)) : elsewhere;
    const rowsOf = (agent: Agent, parent: string): AgentRows => {
      const below = children.get(agent.id) ?? none;
      const above = agent.parent === undefined ? undefined : known.get(agent.parent);
      return agentRows(agent, {
        parent,
        now,
        place: placeOf(agent.facts.cwd ?? above?.facts.cwd),
        root: above,
        run: currentRun(runs, agent.id),
        isDone: wantsOf(agent, runs, levels).isDone,
        canBeResumed: canResume(agent),
        below: below.length > 0 ? sorted(below).flatMap((child) => rowsOf(child, agent.id)) : none,
      });
    };
    const [idle, ended]: [Agent[], Agent[]] = [[], []];
    let needy = 0;
    for (const agent of agents) {
      const { needsPerson, isDone } = wantsOf(agent, runs, levels);
      const urgency = urgencies[rank(agent)];
      if (urgency === 'ended') {
        ended.push(agent);
      } else if (urgency === 'idle' && !isDone) {
        idle.push(agent);
      }
      needy += Number(needsPerson);
      for (const child of children.get(agent.id) ?? none) {
        needy += Number(wantsOf(child, runs, levels).needsPerson);
      }
    }
    const settled = settledIdle(idle, now);
    const below = [...settled].flatMap((agent) => rowsOf(agent, idleRowId(root)));
    const isAbove = (agent: Agent) => !settled.has(agent) && urgencies[rank(agent)] !== 'ended';
    const above = settled.size + ended.length === 0 ? agents : agents.filter(isAbove);
    const own = (some: readonly Agent[]) => {
      const rows: (AgentRow | AskRow)[] = [];
      for (const agent of some) {
        rows.push(...rowsOf(agent, id));
      }
      return rows;
    };
    const description = needy === 0 ? '' : needy === 1 ? '1 needs you' : `${needy} need you`;
    return {
      kind: 'folder',
      id,
      label,
      description,
      tooltip: [...(place ? [placeLabel(place)] : []), root].map(markdownText).join('\n\n'),
      accessibleLabel: [whole, description].filter(Boolean).join(', '),
      icon: { id: place?.worktree ? 'git-branch' : place?.branch ? 'repo' : 'folder' },
      // They are sorted.
      urgency: urgencies[agents[0] ? rank(agents[0]) : 0] ?? 'idle',
      context: 'folder',
      children: [...own(above), ...(below.length > 0 ? [idleRow(id, root, below)] : []), ...own(ended)],
    };
  });
}

/** Asks only once for each folder: many agents work in the same. */
function onceForEach(find: PlaceOf): PlaceOf {
  const found = new Map<string | undefined, Place | undefined>();
  return (folder) => {
    const place = found.get(folder);
    if (place === undefined && !found.has(folder)) {
      const first = find(folder);
      found.set(folder, first);
      return first;
    }
    return place;
  };
}

/** A long branch would push the count out of sight; its end is seen too, because many begin alike. */
function folderLabel({ branch, ...place }: Place): string {
  const room = Math.max(branchLength, labelLength - placeLabel({ ...place, branch: ' ' }).length + 1);
  const name = rowText(place.name, labelLength);
  return placeLabel({ ...place, name, ...(branch ? { branch: toastText(branch, room) } : {}) });
}
