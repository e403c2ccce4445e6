import type { AgentRow } from './agentRow.ts';
import type { AskRow } from './ask/askRow.ts';
import type { FoldedRow } from './rows/foldedRow.ts';
import type { FolderRow } from './rows/folderRow.ts';
import type { RunRow, StepRow } from './runRow.ts';

/** A row of the tree. */
export type TreeRow = RunRow | StepRow | FolderRow | FoldedRow | AgentRow | AskRow;
