import type { Ask, PromptKind } from '../../../core/event/ask.ts';

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['ask_user_question', 'question'],
  ['exit_plan_mode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function kindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}

/**
 * The tools that take an input back that a person changed: the field that a person can read as a text, and the others
 * that change nothing about what it does, or are shown with it.
 */
const fields: ReadonlyMap<string, readonly [NonNullable<Ask['editable']>, ...string[]]> = new Map([
  ['run_shell_command', ['command', 'description', 'is_background', 'timeout']],
  ['write_file', ['content', 'file_path']],
]);

/** The field of a tool's input that a person may change before they approve it. */
export function editableField(tool: string, input: unknown): Ask['editable'] {
  const known = fields.get(tool);
  const [field] = known ?? [];
  if (!known || !field || typeof input !== 'object' || input === null) {
    return undefined;
  }
  // Whoever edits the text sees nothing of any other field.
  const isAll = Object.keys(input).every((key) => known.includes(key));
  return isAll && typeof (input as Readonly<Record<string, unknown>>)[field] === 'string' ? field : undefined;
}
