import type { RunbookProgram } from '../../../core/runbook/programsAround.ts';
import { launch } from './launch.ts';
import { copilotCli, copilotCliName } from './names.ts';

/** What a runbook can want of Copilot CLI. */
export const copilotCliRunbook: RunbookProgram = { id: copilotCli, name: copilotCliName, launch };
