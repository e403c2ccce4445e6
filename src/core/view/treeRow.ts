import type { AgentRow } from './agentRow.ts';
import type { AskRow } from './ask/askRow.ts';
import type { FolderRow } from './rows/folderRow.ts';
import type { IdleRow } from './rows/idleRow.ts';
import type { RunRow, StepRow } from './runRow.ts';

/** A row of the tree. */
export type TreeRow = RunRow | StepRow | FolderRow | IdleRow | AgentRow | AskRow;
