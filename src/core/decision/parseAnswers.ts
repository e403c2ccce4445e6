import type { Question } from '../event/ask.ts';

/** The answers to an agent's questions, or what is wrong with them. */
export type ParsedAnswers =
  | { readonly answers: Readonly<Record<string, string>> }
  | { readonly wrong: string };

/**
 * Reads answers as a person types them: `QUESTION=ANSWER`, where the question may be its text or its header; or, of a
 * single question, only what is chosen; or one for each question, in their order. An answer that is none of the
 * options is the person's own. Several for one question are several choices.
 */
export function parseAnswers(questions: readonly Question[], words: readonly string[]): ParsedAnswers {
  const named = words.map((word) => split(questions, word));
  const plain = named.flatMap(({ question, answer }) => (question ? [] : [answer]));
  const [only] = questions;
  const chosen = new Map<string, string[]>();
  const choose = (question: Question, answer: string) =>
    chosen.set(question.question, [...(chosen.get(question.question) ?? []), answer]);
  if (plain.length > 0 && plain.length < named.length) {
    return { wrong: 'name the question of each answer (QUESTION=ANSWER), or of none' };
  }
  if (plain.length > 0 && only && questions.length === 1) {
    for (const answer of plain) {
      choose(only, answer);
    }
  } else if (plain.length > 0 && plain.length !== questions.length) {
    return { wrong: `${questions.length} questions are asked: ${texts(questions)}` };
  } else {
    named.forEach(({ question, answer }, index) => {
      const asked = question ?? questions[index];
      if (asked) {
        choose(asked, answer);
      }
    });
  }
  return checked(questions, chosen);
}

function checked(
  questions: readonly Question[],
  chosen: ReadonlyMap<string, readonly string[]>,
): ParsedAnswers {
  const isAnswered = ({ question }: Question) =>
    chosen.get(question)?.every((answer) => answer.trim() !== '');
  const missing = questions.filter((one) => !isAnswered(one));
  if (missing.length > 0) {
    return { wrong: `not answered yet: ${texts(missing)}` };
  }
  const many = questions.find(
    ({ question, multiSelect }) => !multiSelect && (chosen.get(question)?.length ?? 0) > 1,
  );
  if (many) {
    return { wrong: `"${many.question}" takes one answer` };
  }
  // Several choices of one question are one text.
  return {
    answers: Object.fromEntries([...chosen].map(([question, answers]) => [question, answers.join(', ')])),
  };
}

function split(questions: readonly Question[], word: string): { question?: Question; answer: string } {
  const question = questions.find(({ question, header }) =>
    [question, header].some((name) => name !== undefined && word.startsWith(`${name}=`)),
  );
  if (!question) {
    return { answer: word };
  }
  const name = word.startsWith(`${question.question}=`) ? question.question : (question.header ?? '');
  return { question, answer: word.slice(name.length + 1) };
}

function texts(questions: readonly Question[]): string {
  return questions.map(({ question }) => `"${question}"`).join(', ');
}
