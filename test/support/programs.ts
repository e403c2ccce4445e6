import type { Agent } from '../../src/core/agent/agent.ts';
import { canResume as canResumeOf } from '../../src/core/run/person/resumeAgent.ts';
import type { AgentProgram, EntryProgram } from '../../src/node/programNode.ts';
import { allPrograms } from '../../src/programs/all.ts';

/** Claude Code, with everything Beckon knows of it. */
export const claudeCodeHere: AgentProgram & EntryProgram = allPrograms[0];

/** The agent programs of a test, unless it has its own. Not all there are: what a test expects must not change with them. */
export const programs: readonly AgentProgram[] = [claudeCodeHere];

/** Whether an agent can be resumed, as a window says. */
export const canResume = (agent: Agent): boolean => canResumeOf(programs, agent);
