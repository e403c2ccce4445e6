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
}

/** The rows of the tree: the runs, and the folders below them. */
export function treeRows(input: TreeInput): readonly (RunRow | FolderRow)[] {
  return [...runRows(input.state, input.now), ...folderRows(input)];
}

/**
 * The rows of the folders with the conversations that work there and their subagents, the most urgent first. A
 * conversation is as urgent as the most urgent of its family, a folder as the most urgent in it.
 */
export function folderRows({ state, now, placeOf: find, levels }: TreeInput): readonly FolderRow[] {
  const { agents: known, runs } = state;
  const all = [...known.values()];
  const { rank, sorted } = familyOrder(all, runs);
  const children = grouped(all, ({ parent }) => parent ?? '');
  const placeOf = onceForEach(find);
  const folders = grouped(
    sorted(children.get('') ?? []),
    ({ facts }) => placeOf(facts.cwd)?.root ?? facts.cwd ?? '',
  );
  const urgencyOf = (agent: Agent) => urgencies[rank(agent)];
  const isDone = (agent: Agent) => wantsOf(agent, runs, levels).isDone;
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
        isDone: isDone(agent),
        below: below.length > 0 ? sorted(below).flatMap((child) => rowsOf(child, agent.id)) : none,
      });
    };
    const own = (agent: Agent) => rowsOf(agent, id);
    const settled = settledIdle(
      agents.filter((agent) => urgencyOf(agent) === 'idle' && !isDone(agent)),
      now,
    );
    const below = [...settled].flatMap((agent) => rowsOf(agent, idleRowId(root)));
    const ended = agents.filter((agent) => urgencyOf(agent) === 'ended');
    const above = agents.filter((agent) => !settled.has(agent) && urgencyOf(agent) !== 'ended');
    const needs = (agent: Agent) => Number(wantsOf(agent, runs, levels).needsPerson);
    const needy = agents.reduce(
      (sum, agent) =>
        (children.get(agent.id) ?? none).reduce((more, one) => more + needs(one), sum + needs(agent)),
      0,
    );
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
