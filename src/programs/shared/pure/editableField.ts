import type { Ask } from '../../../core/event/ask.ts';

/**
 * The tools that take an input back that a person changed: the field that a person can read as a text, and the others
 * that change nothing about what it does, or are shown with it.
 */
export type EditableFields = ReadonlyMap<string, readonly [NonNullable<Ask['editable']>, ...string[]]>;

/** The field of a tool's input that a person may change before they approve it. */
export function editableFieldIn(fields: EditableFields, tool: string, input: unknown): Ask['editable'] {
  const known = fields.get(tool);
  const [field] = known ?? [];
  if (!known || !field || typeof input !== 'object' || input === null) {
    return undefined;
  }
  // Whoever edits the text sees nothing of any other field.
  const isAll = Object.keys(input).every((key) => known.includes(key));
  return isAll && typeof (input as Readonly<Record<string, unknown>>)[field] === 'string' ? field : undefined;
}
