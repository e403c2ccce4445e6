import type { ProgramAnswers } from '../../../core/decision/programAnswers.ts';
import { plainAnswers } from '../../shared/pure/plainAnswers.ts';
import { refused } from '../../shared/pure/verdicts.ts';

/** How the requests of Copilot CLI are answered: with a yes or a no, and nothing else. */
export const answers: ProgramAnswers = {
  ...plainAnswers({
    decide: (value) => ({ ok: true, output: JSON.stringify(value) }),
    edit: () => refused('Copilot CLI takes no edited input'),
  }),
  // The request is the same for what is allowed anyway, and so is all that comes before it.
  optIn: true,
  print: ({ sessionId, agentId, toolName, toolInput }) =>
    JSON.stringify([sessionId, agentId, toolName, toolInput]),
};
