import * as z from 'zod';
import type { Ask, PromptKind, Question } from '../../../core/event/ask.ts';
import { makesFile, parseDiff } from '../../shared/pure/fileDiff.ts';

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['ask_user', 'question'],
  ['exit_plan_mode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function promptKindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}

/** What a person is asked when Copilot CLI wants to use a tool. */
export function toolAsk(asked: string, given: unknown): Ask {
  const { tool, input } = inOurWords(asked, given);
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

const path = z.string();
const created = z
  .looseObject({ path, file_text: z.string() })
  .transform(({ path: file_path, file_text: content, ...more }) => ({ file_path, content, ...more }));
const edited = z
  .looseObject({ path, old_str: z.string(), new_str: z.string() })
  .transform(({ path: file_path, old_str: old_string, new_str: new_string, ...more }) => ({
    file_path,
    old_string,
    new_string,
    ...more,
  }));
const compared = z.strictObject({ file_path: path, diff: z.string() });

/** The calls that change one file, and say all of it themselves. */
const changes: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['create', created],
  ['edit', edited],
]);

/** Whether the calls of a tool tell of a change of a file better than the request to allow it does. */
export function tellsChange(tool: string): boolean {
  return changes.has(tool);
}

/**
 * A call in the words that a file is shown with. The request to allow one has a diff, and says `edit` of all that changes
 * a file: of a new one, the call is `create`.
 */
function inOurWords(tool: string, input: unknown): { readonly tool: string; readonly input: unknown } {
  const { data } = tool === 'edit' ? compared.safeParse(input) : {};
  if (!data) {
    return { tool, input: changes.get(tool)?.safeParse(input).data ?? input };
  }
  const { file_path, diff } = data;
  const read = parseDiff(diff);
  if (makesFile(diff)) {
    return { tool: 'create', input: read ? { file_path, content: `${read.after}\n` } : data };
  }
  return { tool, input: read ? { file_path, old_string: read.before, new_string: read.after } : data };
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
