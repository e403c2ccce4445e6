import type { ProgramAnswers } from '../../../core/decision/programAnswers.ts';
import { claudeVerdict } from './verdict.ts';

/** How the requests of Claude Code are answered. */
export const answers: ProgramAnswers = {
  encode: claudeVerdict,
  print: ({ session_id, agent_id, prompt_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, prompt_id, tool_name, tool_input]),
  refuseStop: (text) => JSON.stringify({ decision: 'block', reason: text }),
};
