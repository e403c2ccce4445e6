import type { Answer } from '../../../core/decision/answer.ts';
import type { ProgramAnswers, Verdict } from '../../../core/decision/programAnswers.ts';
import type { JsonObject } from '../../../core/text/jsonObject.ts';
import { denial, refused, refuseStop } from './verdicts.ts';

/** How a program says a yes or a no. */
export interface PlainWords {
  /** A yes or a no, as the program reads it. */
  readonly decide: (value: JsonObject) => Verdict;
  /** A yes to what a person edited. */
  readonly edit: (request: JsonObject, text: string) => Verdict;
}

/**
 * The answers of a program that takes a yes or a no to a permission, remembers nothing, and shows all else that it asks
 * in its own terminal only, once nobody waits.
 */
export function plainAnswers(words: PlainWords): Omit<ProgramAnswers, 'print'> {
  return {
    replies: { permission: ['approve', 'deny'], question: [], plan_approval: [], other: [] },
    hidesPrompt: 'always',
    encode: (request, answer) => plainVerdict(request, answer, words),
    refuseStop,
  };
}

function plainVerdict(request: JsonObject, answer: Answer, { decide, edit }: PlainWords): Verdict {
  switch (answer.kind) {
    case 'escalate':
      return { ok: true, output: '' };
    case 'deny':
      return decide(denial(answer));
    case 'answer':
      return refused('it is no question');
    case 'approve':
      if (answer.plan !== undefined || answer.mode !== undefined) {
        return refused('it is no plan');
      }
      if (answer.always) {
        return refused('the agent offers no rule to remember for it');
      }
      return answer.edited === undefined ? decide({ behavior: 'allow' }) : edit(request, answer.edited);
  }
}
