import type { Answer } from '../../../core/decision/answer.ts';
import type { ProgramAnswers, Verdict } from '../../../core/decision/programAnswers.ts';

const refusal = 'The user denied this request.';

/** How the requests of Copilot CLI are answered: with a yes or a no, and nothing else. */
export const answers: ProgramAnswers = {
  replies: { permission: ['approve', 'deny'], question: [], plan_approval: [], other: [] },
  hidesPrompt: 'always',
  // The request is the same for what is allowed anyway, and so is all that comes before it.
  optIn: true,
  encode: (_, answer) => copilotVerdict(answer),
  print: ({ sessionId, agentId, toolName, toolInput }) =>
    JSON.stringify([sessionId, agentId, toolName, toolInput]),
  refuseStop: (text) => JSON.stringify({ decision: 'block', reason: text }),
};

function copilotVerdict(answer: Answer): Verdict {
  switch (answer.kind) {
    case 'escalate':
      return { ok: true, output: '' };
    case 'deny':
      return said({
        behavior: 'deny',
        message: answer.message || refusal,
        ...(answer.interrupt ? { interrupt: true } : {}),
      });
    case 'answer':
      return refused('it is no question');
    case 'approve':
      if (answer.plan !== undefined || answer.mode !== undefined) {
        return refused('it is no plan');
      }
      if (answer.edited !== undefined) {
        return refused('Copilot CLI takes no edited input');
      }
      return answer.always
        ? refused('the agent offers no rule to remember for it')
        : said({ behavior: 'allow' });
  }
}

function said(decision: Readonly<Record<string, unknown>>): Verdict {
  return { ok: true, output: JSON.stringify(decision) };
}

function refused(reason: string): Verdict {
  return { ok: false, reason };
}
