/** What the editor knows a row by, and what is below it. */
interface IdRow {
  readonly id: string;
  readonly children: readonly unknown[];
}

/**
 * What a row is known by in the editor. One that gets its first row below it is another one there: the editor would keep
 * it closed, and to open it the whole tree would have to move.
 */
export function treeId({ id, children }: IdRow): string {
  return children.length > 0 ? `${id} +` : id;
}

/** Whether the editor knows some rows as the same ones in the same order. */
export function isSameOrder(rows: readonly IdRow[], others: readonly IdRow[]): boolean {
  return (
    rows.length === others.length &&
    rows.every((row, at) => {
      const other = others[at];
      return row === other || (other !== undefined && treeId(row) === treeId(other));
    })
  );
}
