import type { RunbookProgram } from '../../../core/runbook/programsAround.ts';
import { launch } from './launch.ts';
import { codex, codexName } from './names.ts';

/** What a runbook can want of Codex. */
export const codexRunbook: RunbookProgram = { id: codex, name: codexName, launch };
