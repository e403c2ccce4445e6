import type { Answer } from '../../../core/decision/answer.ts';
import type { ProgramAnswers, Verdict } from '../../../core/decision/programAnswers.ts';
import { decision } from '../../shared/pure/permissionDecision.ts';
import { editableField, kindOfTool } from './tools.ts';

/**
 * How the requests of Qwen Code are answered. A yes to a question or a plan it ignores, and shows its own dialog, which
 * it does not show while it waits: so these are left to its terminal from the start.
 */
export const answers: ProgramAnswers = {
  replies: { permission: ['approve', 'deny'], question: [], plan_approval: [], other: [] },
  hidesPrompt: 'always',
  encode,
  print: ({ session_id, agent_id, prompt_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, prompt_id, tool_name, tool_input]),
  refuseStop: (text) => JSON.stringify({ decision: 'block', reason: text }),
};

const refused = (reason: string): Verdict => ({ ok: false, reason });

function encode(
  { tool_name: name, tool_input: input }: Readonly<Record<string, unknown>>,
  answer: Answer,
): Verdict {
  const tool = typeof name === 'string' ? name : '';
  switch (answer.kind) {
    case 'escalate':
      return { ok: true, output: '' };
    case 'deny':
      return decision({
        behavior: 'deny',
        message: answer.message || 'The user denied this request.',
        ...(answer.interrupt ? { interrupt: true } : {}),
      });
    case 'answer':
      return refused('Qwen Code takes answers in its own terminal only');
    case 'approve':
      if (kindOfTool(tool) !== undefined) {
        return refused('Qwen Code asks this in its own terminal only');
      }
      if (answer.plan !== undefined || answer.mode !== undefined) {
        return refused('it is no plan');
      }
      if (answer.always) {
        return refused('the agent offers no rule to remember for it');
      }
      return answer.edited === undefined
        ? decision({ behavior: 'allow' })
        : edited(editableField(tool, input), input, answer.edited);
  }
}

/** Qwen Code takes the whole input from here, so everything else in it goes back as it came. */
function edited(field: string | undefined, input: unknown, text: string): Verdict {
  if (field === undefined) {
    return refused('only a command or the content of a file can be edited');
  }
  if (text.trim() === '') {
    return refused('the edited text is empty');
  }
  return decision({ behavior: 'allow', updatedInput: { ...(input as object), [field]: text } });
}
