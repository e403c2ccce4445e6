import type { HookGroupRow, HookRow } from './hookRows.ts';
import { isSameOrder } from './rows/treeId.ts';
import type { TreeRow } from './treeRow.ts';

/** A row of any of the trees. */
export type AnyRow = TreeRow | HookGroupRow | HookRow;

/** The rows of a tree by id, in the order they are shown, those below after the row they are below. */
export type ShownRows<Row extends AnyRow = TreeRow> = ReadonlyMap<string, Row>;

/** The rows of a tree, by id. */
export function shownRows<Row extends AnyRow = TreeRow>(rows: readonly Row[]): ShownRows<Row> {
  const all = new Map<string, Row>();
  const add = (row: Row) => {
    all.set(row.id, row);
    for (const child of row.children) {
      add(child as Row);
    }
  };
  for (const row of rows) {
    add(row);
  }
  return all;
}

/**
 * What must be drawn again: `all` where rows at the top came, went or moved; else the ids of the rows that look different, or
 * have other rows below them. A row that is drawn again loses the hover a person is reading, so no other is.
 */
export function rowChanges(before: ShownRows<AnyRow>, after: ShownRows<AnyRow>): 'all' | readonly string[] {
  if (!isSameOrder(tops(before), tops(after))) {
    return 'all';
  }
  const changed: string[] = [];
  for (const [id, row] of after) {
    const old = before.get(id);
    // A row that is new, or has moved, is drawn with the row it is below.
    if (old && row !== old && !(looksAlike(row, old) && isSameOrder(row.children, old.children))) {
      changed.push(id);
    }
  }
  return changed;
}

const topKinds: readonly AnyRow['kind'][] = ['folder', 'run', 'hooks'];

function tops(rows: ShownRows<AnyRow>): readonly AnyRow[] {
  return [...rows.values()].filter(({ kind }) => topKinds.includes(kind));
}

/** Whether two rows look the same, but for those below them. */
export function looksAlike(row: AnyRow, other: AnyRow): boolean {
  return looks(row) === looks(other);
}

function looks(row: AnyRow): string {
  const { label, description, tooltip, accessibleLabel, icon, context } = row;
  const click = 'click' in row ? row.click : undefined;
  const hasBadge = 'hasBadge' in row && row.hasBadge;
  return JSON.stringify([
    label,
    description,
    tooltip,
    accessibleLabel,
    icon,
    context,
    click,
    hasBadge,
    row.children.length > 0,
  ]);
}
