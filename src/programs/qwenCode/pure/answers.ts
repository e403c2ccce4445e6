import type { ProgramAnswers } from '../../../core/decision/programAnswers.ts';
import type { JsonObject } from '../../../core/text/jsonObject.ts';
import { plainAnswers } from '../../shared/pure/plainAnswers.ts';
import { decision, editedInput, refused } from '../../shared/pure/verdicts.ts';
import { editableField, kindOfTool } from './tools.ts';

const plain = plainAnswers({
  decide: decision,
  edit: (request, text) =>
    editedInput(editableField(toolOf(request), request.tool_input), request.tool_input, text),
});

/**
 * How the requests of Qwen Code are answered. A yes to a question or a plan it ignores, and shows its own dialog, which
 * it does not show while it waits: so these are left to its terminal from the start.
 */
export const answers: ProgramAnswers = {
  ...plain,
  encode: (request, answer) => {
    if (answer.kind === 'answer') {
      return refused('Qwen Code takes answers in its own terminal only');
    }
    return answer.kind === 'approve' && kindOfTool(toolOf(request)) !== undefined
      ? refused('Qwen Code asks this in its own terminal only')
      : plain.encode(request, answer);
  },
  print: ({ session_id, agent_id, prompt_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, prompt_id, tool_name, tool_input]),
};

function toolOf({ tool_name: tool }: JsonObject): string {
  return typeof tool === 'string' ? tool : '';
}
