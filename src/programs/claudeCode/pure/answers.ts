import type { ProgramAnswers } from '../../../core/decision/programAnswers.ts';
import { allReplies } from '../../../core/event/reply.ts';
import { claudeVerdict } from './verdict.ts';

/** How the requests of Claude Code are answered. */
export const answers: ProgramAnswers = {
  replies: allReplies,
  // A conversation shows its dialog while the hook runs; a subagent in the background shows none until it is over.
  hidesPrompt: 'inSubagents',
  encode: claudeVerdict,
  print: ({ session_id, agent_id, prompt_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, prompt_id, tool_name, tool_input]),
  refuseStop: (text) => JSON.stringify({ decision: 'block', reason: text }),
};
