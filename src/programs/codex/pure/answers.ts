import type { ProgramAnswers } from '../../../core/decision/programAnswers.ts';
import { plainAnswers } from '../../shared/pure/plainAnswers.ts';
import { decision, refused } from '../../shared/pure/verdicts.ts';

/**
 * How the requests of Codex are answered. Anything in an answer that Codex does not know makes it pass over that and ask
 * in its terminal: a denial that is to end the turn, too.
 */
export const answers: ProgramAnswers = {
  ...plainAnswers({
    decide: (value) =>
      value.interrupt ? refused('its turn can only be ended in its own terminal') : decision(value),
    edit: () => refused('Codex takes no edited command'),
  }),
  print: ({ session_id, agent_id, turn_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, turn_id, tool_name, tool_input]),
};
