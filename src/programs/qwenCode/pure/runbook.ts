import type { RunbookProgram } from '../../../core/runbook/programsAround.ts';
import { launch } from './launch.ts';
import { qwenCode, qwenCodeName } from './names.ts';

/** What a runbook can want of Qwen Code. */
export const qwenCodeRunbook: RunbookProgram = { id: qwenCode, name: qwenCodeName, launch };
