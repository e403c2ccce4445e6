import type { Agent } from '../../agent/agent.ts';
import { markdownText } from '../../text/foreignText.ts';
import type { RowBase } from '../rowBase.ts';
import type { AgentRows } from './agentRows.ts';

/** A row that stands for some agents of a folder. It stays closed until a person opens it. */
export interface FoldedRow extends RowBase {
  readonly kind: 'folded';
  readonly parent: string;
  readonly children: AgentRows;
  /** How many rows are below it, with those below these. */
  readonly size: number;
}

/** The agents that a row stands for. */
interface Folded {
  /** What the row is known by. */
  readonly parent: string;
  readonly families: readonly { readonly rows: AgentRows }[];
  readonly rows: AgentRows;
  readonly size: number;
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
export function idleRow(parent: string, agents: Folded): FoldedRow {
  const icon = { id: 'circle-outline', color: 'disabledForeground' };
  return foldedRow(agents, { parent, label: `${agents.families.length} idle agents`, icon });
}

/** The row for the agents of a folder after the first fifty. */
export function moreRow(parent: string, agents: Folded): FoldedRow {
  const many = agents.families.length;
  const label = many === 1 ? '1 more agent' : `${many} more agents`;
  return foldedRow(agents, { parent, label, icon: { id: 'ellipsis' } });
}

function foldedRow(agents: Folded, row: Pick<FoldedRow, 'parent' | 'label' | 'icon'>): FoldedRow {
  return {
    ...row,
    kind: 'folded',
    id: agents.parent,
    description: '',
    accessibleLabel: row.label,
    context: 'folded',
    // The rows below it change without this one being made again.
    get children() {
      return agents.rows;
    },
    get size() {
      return agents.size;
    },
    get tooltip() {
      return namesIn(agents);
    },
  };
}

function namesIn({ families }: Folded): string {
  const named = families.slice(0, mostNamed).flatMap(({ rows }) => rows);
  const names = named.filter(({ kind }) => kind === 'agent').map(({ label }) => markdownText(label));
  const rest = families.length > mostNamed ? [`and ${families.length - mostNamed} more`] : [];
  return [...names, ...rest].join('  \n');
}
