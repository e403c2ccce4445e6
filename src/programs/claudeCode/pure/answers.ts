import type { Answer, PlanMode } from '../../../core/decision/answer.ts';
import type { ProgramAnswers, Verdict } from '../../../core/decision/programAnswers.ts';
import type { PromptKind } from '../../../core/event/ask.ts';
import { allReplies } from '../../../core/event/reply.ts';
import { askedQuestions } from '../../shared/pure/hookPayload.ts';
import {
  decision,
  denial,
  editedInput,
  notEditable,
  refused,
  refuseStop,
} from '../../shared/pure/verdicts.ts';
import { editableField, promptKindOfTool } from './tools.ts';

/** How the requests of Claude Code are answered. */
export const answers: ProgramAnswers = {
  replies: allReplies,
  // A conversation shows its dialog while the hook runs; a subagent in the background shows none until it is over.
  hidesPrompt: 'inSubagents',
  encode,
  print: ({ session_id, agent_id, prompt_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, prompt_id, tool_name, tool_input]),
  refuseStop,
};

/** What the model reads where the person gave no reason. */
const refusals: Readonly<Partial<Record<PromptKind, string>>> = {
  question: 'The user skipped this without answering.',
  plan_approval: 'The user rejected this plan.',
};

/**
 * The answer to a permission request of Claude Code in its own words. A question and a plan are never plainly allowed:
 * Claude Code ignores that, and wants the input back with what was chosen.
 */
function encode(request: Readonly<Record<string, unknown>>, answer: Answer): Verdict {
  const tool = typeof request.tool_name === 'string' ? request.tool_name : '';
  const kind = promptKindOfTool(tool);
  switch (answer.kind) {
    case 'escalate':
      return { ok: true, output: '' };
    case 'deny':
      return decision(denial(answer, refusals[kind ?? 'permission']));
    case 'answer':
      return kind === 'question' ? answered(request, answer.answers) : refused('it is no question');
    case 'approve':
      if (kind === 'question') {
        return refused('a question needs an answer');
      }
      if (kind === 'plan_approval' && answer.edited !== undefined) {
        return refused(notEditable);
      }
      if (kind === 'plan_approval') {
        return decision({
          behavior: 'allow',
          updatedInput: answer.plan === undefined ? {} : { plan: answer.plan },
          ...(answer.mode ? { updatedPermissions: [setMode(answer.mode)] } : {}),
        });
      }
      if (answer.plan !== undefined || answer.mode !== undefined) {
        return refused('it is no plan');
      }
      if (answer.edited !== undefined) {
        return answer.always
          ? refused('what was edited is approved only once')
          : editedInput(editableField(tool, request.tool_input), request.tool_input, answer.edited);
      }
      return answer.always ? always(request) : decision({ behavior: 'allow' });
  }
}

/** Claude Code's own way to change the mode of a session, as its plan dialog does. */
function setMode(mode: PlanMode) {
  return { type: 'setMode', mode, destination: 'session' };
}

function always({ permission_suggestions: suggestions }: Readonly<Record<string, unknown>>): Verdict {
  return Array.isArray(suggestions) && suggestions.length > 0
    ? decision({ behavior: 'allow', updatedPermissions: suggestions })
    : refused('the agent offers no rule to remember for it');
}

function answered(
  { tool_input: input }: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, string>>,
): Verdict {
  const questions = askedQuestions.safeParse(input).data?.questions ?? [];
  const missing = questions.find(({ question }) => !Object.hasOwn(answers, question));
  if (questions.length === 0) {
    return refused('its questions cannot be read');
  }
  if (missing) {
    return refused(`"${missing.question}" is not answered`);
  }
  const stranger = Object.keys(answers).find((key) => !questions.some(({ question }) => question === key));
  if (stranger !== undefined) {
    return refused(`"${stranger}" is not asked`);
  }
  // The input goes back as it came, with whatever fields this version does not know.
  return decision({ behavior: 'allow', updatedInput: { ...(input as object), answers } });
}
