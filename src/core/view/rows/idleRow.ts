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

/** Those of a folder's idle agents that go below one row: all that have settled, where these are many, else none. */
export function settledIdle(idle: readonly Agent[], now: number): ReadonlySet<Agent> {
  const settled = idle.filter(({ since, seenAt }) => now - Math.max(since, seenAt) >= settledMs);
  return new Set(settled.length > most ? settled : []);
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
