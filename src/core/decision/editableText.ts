/** The part of an ask that a person may change before they approve it. */
export interface EditableText {
  /** The field of the tool's input it stands in. */
  readonly field: 'command' | 'content';
  readonly text: string;
}

/**
 * The tools whose program takes an input back that a person changed: the field that a person can read as a text, and the
 * others that change nothing about what it does, or are shown with it.
 */
const fields: Readonly<
  Record<string, Readonly<Record<string, readonly [EditableText['field'], ...string[]]>>>
> = {
  'claude-code': { Bash: ['command', 'description', 'timeout'], Write: ['content', 'file_path'] },
};

/** What can be changed of an ask before it is approved; `undefined` where its program or its tool takes no change. */
export function editableText(
  program: string,
  { tool, input }: { readonly tool?: string | undefined; readonly input?: unknown },
): EditableText | undefined {
  const tools = fields[program];
  const known = tools && tool !== undefined && Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (known === undefined || typeof input !== 'object' || input === null) {
    return undefined;
  }
  const [field] = known;
  const text = (input as Readonly<Record<string, unknown>>)[field];
  // Whoever edits the text sees nothing of any other field.
  const isAll = Object.keys(input).every((key) => known.includes(key));
  return typeof text === 'string' && isAll ? { field, text } : undefined;
}

/**
 * What a person made of a text in an editor, with the line ends that text has: an editor writes them in its own way.
 * `undefined` where they changed nothing.
 */
export function editedText(text: string, written: string): string | undefined {
  const [before, after] = [text, written].map((one) => one.replaceAll(/\r\n?/gu, '\n'));
  if (after === undefined || before === after) {
    return undefined;
  }
  return /\r\n/u.test(text) ? after.replaceAll('\n', '\r\n') : after;
}
