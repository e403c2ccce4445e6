import type { Agent } from '../../agent/agent.ts';
import { markdownText } from '../../text/foreignText.ts';
import type { AgentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import type { RowBase } from '../rowBase.ts';

/** The row that stands for the idle agents of a folder where there are many; it is closed until a person opens it. */
export interface IdleRow extends RowBase {
  readonly kind: 'idle';
  readonly parent: string;
  readonly children: readonly (AgentRow | AskRow)[];
}

/** How many idle agents a folder may show as they are. */
const most = 5;
/** How long an agent has to be idle and seen: its row must not go at the click that looked at it. */
const settledMs = 60_000;
const listed = 10;

/** The id of the row for the idle agents of a folder. */
export function idleRowId(folder: string): string {
  return `idle:${folder}`;
}

/** From when on an idle agent may go below one row with others. */
export function settlesAt({ since, seenAt }: Agent): number {
  return Math.max(since, seenAt) + settledMs;
}

/** Whether so many idle agents that have settled go below one row. */
export function areMany(settled: number): boolean {
  return settled > most;
}

/** The row for some idle agents, with their rows below it. */
export function idleRow(parent: string, folder: string, children: IdleRow['children']): IdleRow {
  const agents = children.filter(({ kind }) => kind === 'agent');
  const label = `${agents.length} idle agents`;
  const names = agents.slice(0, listed).map((row) => markdownText(row.label));
  const rest = agents.length > listed ? [`and ${agents.length - listed} more`] : [];
  return {
    kind: 'idle',
    id: idleRowId(folder),
    parent,
    label,
    description: '',
    tooltip: [...names, ...rest].join('  \n'),
    accessibleLabel: label,
    icon: { id: 'circle-outline', color: 'disabledForeground' },
    context: 'idle',
    children,
  };
}
