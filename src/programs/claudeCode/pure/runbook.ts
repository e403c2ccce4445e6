import type { RunbookProgram } from '../../../core/runbook/programsAround.ts';
import { launch } from './launch.ts';
import { claudeCode, claudeCodeName } from './names.ts';

/** What a runbook can want of Claude Code. */
export const claudeCodeRunbook: RunbookProgram = { id: claudeCode, name: claudeCodeName, launch };
