import type { Ask, PromptKind } from '../../../core/event/ask.ts';
import type { EditableFields } from '../../shared/pure/editableField.ts';
import { editableFieldIn } from '../../shared/pure/editableField.ts';

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan_approval'],
  ['EnterPlanMode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function promptKindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}

const fields: EditableFields = new Map([
  ['Bash', ['command', 'description', 'timeout']],
  ['Write', ['content', 'file_path']],
]);

/** The field of a tool's input that a person may change before they approve it. */
export function editableField(tool: string, input: unknown): Ask['editable'] {
  return editableFieldIn(fields, tool, input);
}
