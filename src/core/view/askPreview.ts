import type { Prompt } from '../agent/state.ts';
import type { Question } from '../event/ask.ts';
import { rowText } from '../text/foreignText.ts';
import { likeTool } from './ask/likeTool.ts';
import { nearbyPath } from './ask/nearbyPath.ts';

/** What a person can read of a prompt before the answer: a change of a file, or a text. Its name is harmless. */
export type AskPreview =
  | { readonly kind: 'change'; readonly name: string; readonly file: string; readonly change: FileChange }
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

/** What becomes of a file. `undefined`: the change does not fit the text, so it cannot be shown as one. */
export type FileChange = (before: string) => string | undefined;

const nameLength = 100;

type Input = Readonly<Record<string, unknown>>;

/** What there is to read of a prompt; `undefined` where its row says everything. */
export function askPreview({ tool, input, questions }: Prompt): AskPreview | undefined {
  if (questions && questions.length > 0) {
    return { kind: 'text', name: 'Questions.txt', text: questions.map(questionText).join('\n') };
  }
  if (typeof input !== 'object' || input === null) {
    return undefined;
  }
  const fields = input as Input;
  const file = textOf(fields.file_path);
  const change = changes.get(likeTool(tool))?.(fields);
  if (file !== undefined && change) {
    return { kind: 'change', name: nameOf(file.split(/[/\\]/u).at(-1)) ?? 'file', file, change };
  }
  const cell = cellOf(tool, fields);
  if (cell) {
    return cell;
  }
  const command = textOf(fields.command);
  return command === undefined
    ? { kind: 'text', name: `${nameOf(tool) ?? 'Request'}.json`, text: `${JSON.stringify(input, null, 2)}\n` }
    : { kind: 'text', name: `${nameOf(tool) ?? 'Command'}.txt`, text: commandText(command, fields) };
}

/** What a cell of a notebook becomes, below which one that is and how. */
function cellOf(tool: string | undefined, { new_source: source, ...which }: Input): AskPreview | undefined {
  const file = textOf(which.notebook_path);
  return tool === 'NotebookEdit' && file !== undefined && typeof source === 'string'
    ? {
        kind: 'text',
        name: `${nameOf(file.split(/[/\\]/u).at(-1)) ?? 'Notebook'}.txt`,
        text: `${notesOf(which)}${source}\n`,
      }
    : undefined;
}

/** Whether what is asked can be shown as the change of a file. */
export function isChange(prompt: Prompt): boolean {
  return askPreview(prompt)?.kind === 'change';
}

/** A foreign name for a tab, which is also the last part of a path. */
function nameOf(text: string | undefined): string | undefined {
  return rowText(text ?? '', nameLength).replaceAll('/', '∕') || undefined;
}

/** The path of a text that is to replace a file, as a person who edits it sees it. */
export function draftPath(file: string, root: string | undefined): string {
  const parts = nearbyPath(file, root).split(/[/\\]/u);
  return parts.flatMap((part) => nameOf(part) ?? []).join('/');
}

const changes: ReadonlyMap<string, (input: Input) => FileChange | undefined> = new Map([
  ['Write', ({ content }) => (typeof content === 'string' ? () => content : undefined)],
  ['Edit', (input: Input) => editOf(input)],
  ['MultiEdit', ({ edits }: Input) => (Array.isArray(edits) ? allOf(edits.map(editOf)) : undefined)],
]);

function editOf(input: unknown): FileChange | undefined {
  const { old_string: old, new_string: fresh, replace_all: all } = (input ?? {}) as Input;
  if (typeof old !== 'string' || typeof fresh !== 'string') {
    return undefined;
  }
  return (before) => {
    if (old === '') {
      // How an agent says that the file is new.
      return before === '' ? fresh : undefined;
    }
    // An agent writes plain line ends; the file may have others.
    const [from, to] = before.includes(old) ? [old, fresh] : [withCarriage(old), withCarriage(fresh)];
    if (!before.includes(from)) {
      return undefined;
    }
    // A function, because a text to put in may hold `$&`.
    return all === true ? before.replaceAll(from, () => to) : before.replace(from, () => to);
  };
}

function withCarriage(text: string): string {
  return text.replaceAll(/\r?\n/gu, '\r\n');
}

function allOf(edits: readonly (FileChange | undefined)[]): FileChange | undefined {
  return edits.includes(undefined)
    ? undefined
    : (before) =>
        edits.reduce<string | undefined>(
          (text, edit) => (text === undefined ? undefined : edit?.(text)),
          before,
        );
}

function questionText({ question, options, multiSelect }: Question): string {
  const lines = options.map(
    ({ label, description }) => `  - ${label}${description ? `: ${description}` : ''}\n`,
  );
  return `${question}${multiSelect ? ' (any of these)' : ''}\n${lines.join('')}`;
}

/** A command, below what it is for and how it is to be run. */
function commandText(command: string, { command: _, description, ...how }: Input): string {
  const says = textOf(description);
  const about = says === undefined ? '' : `# ${says.replaceAll(/\s+/gu, ' ')}\n`;
  return `${about}${notesOf(how)}${command}\n`;
}

/** The other fields of an input, a line for each. */
function notesOf(fields: Input): string {
  return Object.entries(fields)
    .map(([name, value]) => `# ${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
