import type { AgentsState } from '../roster/agentsState.ts';
import type { RowsInput } from './rows/folderFamily.ts';
import type { FolderRow } from './rows/folderRow.ts';
import { KeptRows } from './rows/keptRows.ts';
import type { RunRow } from './runRow.ts';
import { ShownRoster } from './shownRoster.ts';

/** What the tree of a state is made from. */
export interface TreeInput extends RowsInput {
  readonly state: AgentsState;
}

/** The rows of the tree: the runs, and the folders below them. */
export function treeRows({ state, ...input }: TreeInput): readonly (RunRow | FolderRow)[] {
  const rows = new KeptRows(ShownRoster.of(state));
  rows.look(input);
  return rows.tops;
}

/**
 * The rows of the folders with the conversations that work there and their subagents, the most urgent first. A
 * conversation is as urgent as the most urgent of its family, a folder as the most urgent in it.
 */
export function folderRows(input: TreeInput): readonly FolderRow[] {
  return treeRows(input).filter((row) => row.kind === 'folder');
}
