import type { Answer } from '../../../core/decision/answer.ts';
import type { ProgramAnswers, Verdict } from '../../../core/decision/programAnswers.ts';
import { decision } from '../../shared/pure/permissionDecision.ts';

/** How the requests of Codex are answered. */
export const answers: ProgramAnswers = {
  replies: { permission: ['approve', 'deny'], question: [], plan_approval: [], other: [] },
  hidesPrompt: 'always',
  encode: codexVerdict,
  print: ({ session_id, agent_id, turn_id, tool_name, tool_input }) =>
    JSON.stringify([session_id, agent_id, turn_id, tool_name, tool_input]),
  refuseStop: (text) => JSON.stringify({ decision: 'block', reason: text }),
};

const refused = (reason: string): Verdict => ({ ok: false, reason });

/**
 * The answer to a permission request of Codex in its own words. Anything in it that Codex does not know makes it pass
 * over the answer and ask in its terminal: a denial that is to end the turn, too.
 */
function codexVerdict(_: Readonly<Record<string, unknown>>, answer: Answer): Verdict {
  switch (answer.kind) {
    case 'escalate':
      return { ok: true, output: '' };
    case 'deny':
      return answer.interrupt
        ? refused('its turn can only be ended in its own terminal')
        : decision({ behavior: 'deny', message: answer.message || 'The user denied this request.' });
    case 'answer':
      return refused('it is no question');
    case 'approve':
      if (answer.plan !== undefined || answer.mode !== undefined) {
        return refused('it is no plan');
      }
      if (answer.edited !== undefined) {
        return refused('Codex takes no edited command');
      }
      return answer.always
        ? refused('the agent offers no rule to remember for it')
        : decision({ behavior: 'allow' });
  }
}
