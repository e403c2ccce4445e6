import type { Ask } from '../event/ask.ts';
import { objectOf } from '../text/jsonObject.ts';

/** The part of an ask that a person may change before they approve it. */
export interface EditableText {
  /** The field of the tool's input it stands in. */
  readonly field: 'command' | 'content';
  readonly text: string;
}

/** What can be changed of an ask before it is approved; `undefined` where its program or its tool takes no change. */
export function editableText({
  input,
  editable: field,
}: Pick<Ask, 'input' | 'editable'>): EditableText | undefined {
  const text = field && objectOf(input)?.[field];
  return field !== undefined && typeof text === 'string' ? { field, text } : undefined;
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
