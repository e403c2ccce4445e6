import { claudeCodeRunbook } from './claudeCode/pure/runbook.ts';
import { codexRunbook } from './codex/pure/runbook.ts';
import { copilotCliRunbook } from './copilotCli/pure/runbook.ts';
import { qwenCodeRunbook } from './qwenCode/pure/runbook.ts';

/** The agent programs, as far as a runbook can want something of them: for the language server, which sees no machine. */
export const runbookPrograms = [claudeCodeRunbook, qwenCodeRunbook, copilotCliRunbook, codexRunbook] as const;
