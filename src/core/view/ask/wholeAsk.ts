import type { Prompt } from '../../agent/state.ts';
import { askPreview } from '../askPreview.ts';
import { askLine } from './askLine.ts';

type Fields = Readonly<Record<string, unknown>>;

/** All that is asked, as text that is not harmless yet; files are named from `root`. */
export function wholeAsk(prompt: Prompt, root?: string): string {
  if (prompt.kind === 'plan_approval' && prompt.plan !== undefined) {
    return prompt.plan;
  }
  const preview = askPreview(prompt);
  const { text } = askLine(prompt, root);
  switch (preview?.kind) {
    case undefined:
      return text;
    case 'text':
      return preview.text;
    case 'change':
      return [text, ...changedLines((prompt.input ?? {}) as Fields)].join('\n');
  }
}

function changedLines({ content, edits, ...edit }: Fields): readonly string[] {
  if (typeof content === 'string') {
    return marked('+', content);
  }
  const all: readonly Fields[] = Array.isArray(edits) ? edits : [edit];
  return all.flatMap((one) => [...marked('−', one?.old_string), ...marked('+', one?.new_string)]);
}

function marked(mark: string, text: unknown): readonly string[] {
  return typeof text === 'string' && text !== ''
    ? text
        .replace(/\n$/u, '')
        .split('\n')
        .map((line) => `${mark} ${line}`)
    : [];
}
