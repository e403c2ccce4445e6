import { relayRulesOf } from '../../src/core/event/relayRulesOf.ts';
import { claudeCodeProgram } from '../../src/programs/claudeCode/pure/program.ts';

/** What the relay of Claude Code has to know. */
export const claudeCodeRelay = relayRulesOf(claudeCodeProgram);
