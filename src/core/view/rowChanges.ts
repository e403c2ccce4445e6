import type { TreeRow } from './treeRows.ts';

/** The rows of a tree by id, in the order they are shown, those below after the row they are below. */
export type ShownRows = ReadonlyMap<string, TreeRow>;

/** The rows of a tree, by id. */
export function shownRows(rows: readonly TreeRow[]): ShownRows {
  const all = (row: TreeRow): readonly TreeRow[] => [row, ...row.children.flatMap(all)];
  return new Map(rows.flatMap(all).map((row) => [row.id, row]));
}

/**
 * What must be drawn again: `all` where folders or runs came, went or moved; else the ids of the rows that look different, or
 * have other rows below them. A row that is drawn again loses the hover a person is reading, so no other is.
 */
export function rowChanges(before: ShownRows, after: ShownRows): 'all' | readonly string[] {
  if (order(tops(before)) !== order(tops(after))) {
    return 'all';
  }
  return [...after].flatMap(([id, row]) => {
    const old = before.get(id);
    // A row that is new, or has moved, is drawn with the row it is below.
    return !old || row === old || (looks(row) === looks(old) && order(row.children) === order(old.children))
      ? []
      : [id];
  });
}

function tops(rows: ShownRows): readonly TreeRow[] {
  return [...rows.values()].filter(({ kind }) => kind === 'folder' || kind === 'run');
}

function order(rows: readonly TreeRow[]): string {
  return rows.map(treeId).join('\n');
}

/**
 * What a row is known by in the editor. One that gets its first row below it is another one there: the editor would keep
 * it closed, and to open it the whole tree would have to move.
 */
export function treeId({ id, children }: TreeRow): string {
  return children.length > 0 ? `${id} +` : id;
}

function looks(row: TreeRow): string {
  const { label, description, tooltip, icon, context } = row;
  const click = row.kind === 'folder' ? undefined : row.click;
  return JSON.stringify([label, description, tooltip, icon, context, click, row.children.length > 0]);
}
