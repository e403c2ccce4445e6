import type { Agent } from '../../agent/agent.ts';
import { markdownText } from '../../text/foreignText.ts';
import type { AgentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import type { RowBase } from '../rowBase.ts';

/** A row that stands for some agents of a folder. It stays closed until a person opens it. */
export interface FoldedRow extends RowBase {
  readonly kind: 'folded';
  readonly parent: string;
  readonly children: readonly (AgentRow | AskRow)[];
}

/** The most idle agents a folder lists one by one. */
const mostIdle = 5;
/** The most conversations a folder lists: VS Code asks for all of them again whenever one moves. */
export const mostListed = 50;
/** How long an agent must be idle and seen before it is folded, so that its row doesn't vanish as you click it. */
const settledMs = 60_000;
const mostNamed = 10;

/** The id of the row for the idle agents of a folder. */
export function idleRowId(folder: string): string {
  return `idle:${folder}`;
}

/** The id of the row for the conversations of a folder after those that are listed. */
export function moreRowId(folder: string): string {
  return `more:${folder}`;
}

/** When an idle agent may be folded. */
export function settlesAt({ since, seenAt }: Agent): number {
  return Math.max(since, seenAt) + settledMs;
}

/** Whether this many idle agents are folded. */
export function areMany(settled: number): boolean {
  return settled > mostIdle;
}

/** The row for the idle agents of a folder. */
export function idleRow(parent: string, folder: string, children: FoldedRow['children']): FoldedRow {
  const label = `${agentsIn(children).length} idle agents`;
  const icon = { id: 'circle-outline', color: 'disabledForeground' };
  return foldedRow({ id: idleRowId(folder), parent, label, icon, children });
}

/** The row for the agents of a folder after the first fifty. */
export function moreRow(parent: string, folder: string, children: FoldedRow['children']): FoldedRow {
  const many = agentsIn(children).length;
  const label = many === 1 ? '1 more agent' : `${many} more agents`;
  return foldedRow({ id: moreRowId(folder), parent, label, icon: { id: 'ellipsis' }, children });
}

function foldedRow(row: Pick<FoldedRow, 'id' | 'parent' | 'label' | 'icon' | 'children'>): FoldedRow {
  return {
    ...row,
    kind: 'folded',
    description: '',
    accessibleLabel: row.label,
    context: 'folded',
    // The rows below it change their names without this one being made again.
    get tooltip() {
      return namesIn(row.children);
    },
  };
}

function namesIn(children: FoldedRow['children']): string {
  const agents = agentsIn(children);
  const names = agents.slice(0, mostNamed).map(({ label }) => markdownText(label));
  const rest = agents.length > mostNamed ? [`and ${agents.length - mostNamed} more`] : [];
  return [...names, ...rest].join('  \n');
}

/** The conversations among some rows, without their subagents and asks. */
function agentsIn(children: FoldedRow['children']): readonly AgentRow[] {
  return children.filter((row) => row.kind === 'agent');
}
