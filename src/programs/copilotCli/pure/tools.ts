import * as z from 'zod';
import type { Ask, PromptKind, Question } from '../../../core/event/ask.ts';

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['ask_user', 'question'],
  ['exit_plan_mode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function promptKindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}

/** What a person is asked when Copilot CLI wants to use a tool. */
export function toolAsk(tool: string, input: unknown): Ask {
  const kind = promptKindOfTool(tool);
  const questions = kind === 'question' ? questionsOf(input) : [];
  const plan = kind === 'plan_approval' ? planned.safeParse(input).data?.summary : undefined;
  return {
    kind: kind ?? 'permission',
    reason: kind ? tool : `Permission for ${tool}`,
    tool,
    input,
    ...(questions.length > 0 ? { questions } : {}),
    ...(plan === undefined ? {} : { plan }),
  };
}

const planned = z.looseObject({ summary: z.string() });
const words = z.array(z.string()).optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const field = z.looseObject({
  title: text,
  enum: words,
  items: z.looseObject({ enum: words }).optional().catch(undefined),
});
const form = z.looseObject({
  message: z.string(),
  requestedSchema: z
    .looseObject({ properties: z.record(z.string(), field) })
    .optional()
    .catch(undefined),
});
const plain = z.looseObject({ question: z.string(), choices: words });

/** The questions of a call of `ask_user`: a form with a question in each field, or one question. */
function questionsOf(input: unknown): readonly Question[] {
  const { data: one } = plain.safeParse(input);
  if (one) {
    return [{ question: one.question, options: labels(one.choices), multiSelect: false }];
  }
  const { data } = form.safeParse(input);
  const fields = Object.entries(data?.requestedSchema?.properties ?? {});
  if (!data || fields.length === 0) {
    return data ? [{ question: data.message, options: [], multiSelect: false }] : [];
  }
  return fields.map(([name, { title = name, enum: choices, items }]) => ({
    question: fields.length === 1 ? data.message : title,
    ...(fields.length === 1 ? { header: title } : {}),
    options: labels(choices ?? items?.enum),
    multiSelect: items !== undefined,
  }));
}

function labels(choices: readonly string[] | undefined): Question['options'] {
  return (choices ?? []).map((label) => ({ label }));
}
