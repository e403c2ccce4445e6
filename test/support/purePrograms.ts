import type { Program } from '../../src/core/program/program.ts';
import { claudeCodeProgram } from '../../src/programs/claudeCode/pure/program.ts';

/** The agent programs of a test that touches no machine. */
export const purePrograms: readonly Program[] = [claudeCodeProgram];
