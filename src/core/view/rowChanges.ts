import type { AgentRow } from './agentRow.ts';

/** The rows of a tree by id, in the order they are shown, subagents after their conversation. */
export type ShownRows = ReadonlyMap<string, AgentRow>;

/** The rows of a tree, by id. */
export function shownRows(rows: readonly AgentRow[]): ShownRows {
  return new Map(rows.flatMap((row) => [row, ...row.children]).map((row) => [row.id, row]));
}

/**
 * What must be drawn again: `all` where rows came, went or moved, else the ids of those that look different. A row
 * that is drawn again loses the hover a person is reading, so no other is.
 */
export function rowChanges(before: ShownRows, after: ShownRows): 'all' | readonly string[] {
  if ([...before.keys()].join('\n') !== [...after.keys()].join('\n')) {
    return 'all';
  }
  return [...after].flatMap(([id, row]) => (looks(row) === looks(before.get(id)) ? [] : [id]));
}

function looks(row: AgentRow | undefined): string {
  return JSON.stringify([row?.label, row?.description, row?.tooltip, row?.icon, row?.urgency]);
}
