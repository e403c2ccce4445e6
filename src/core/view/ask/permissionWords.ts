import type { Prompt } from '../../agent/state.ts';
import { toastText } from '../../text/foreignText.ts';
import { isPlain } from '../../text/plainText.ts';
import { changeSize } from './changeSize.ts';
import { likeTool } from './likeTool.ts';
import { nearbyPath } from './nearbyPath.ts';

/** What a permission is asked for: a verb that follows "wants to", and to what. */
export interface PermissionWords {
  readonly doing: string;
  readonly text: string;
  /** The words do not say all that matters. */
  readonly hides: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/** The fields of a command that change nothing about what it does. */
const harmless: ReadonlySet<string> = new Set(['command', 'description', 'timeout']);

/** The fields that the words, or the comparison beside them, tell of. */
const told: Readonly<Record<string, readonly string[]>> = {
  Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
  MultiEdit: ['file_path', 'edits'],
  Write: ['file_path', 'content'],
  Read: ['file_path', 'offset', 'limit'],
  WebSearch: ['query'],
};

/** What a tool does with the one field of its input that says to what. */
const doings: ReadonlyMap<string, readonly [doing: string, field: string]> = new Map([
  ['Edit', ['edit', 'file_path']],
  ['MultiEdit', ['edit', 'file_path']],
  ['NotebookEdit', ['edit', 'notebook_path']],
  ['Write', ['write', 'file_path']],
  ['Read', ['read', 'file_path']],
  ['WebFetch', ['fetch', 'url']],
  ['WebSearch', ['search for', 'query']],
]);

/** The words for a permission; the agent's own are cut to `max` characters, and files are named from `root`. */
export function permissionWords(
  { tool, input, message }: Prompt,
  root: string | undefined,
  max?: number,
): PermissionWords {
  if (tool === undefined) {
    const text = message ? toastText(message, max) : '';
    return { doing: text ? 'do something:' : 'do something', text, hides: true };
  }
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Fields;
  const { command, is_background: isBehind } = fields;
  const like = likeTool(tool);
  if (shells.has(like) && typeof command === 'string') {
    const others = Object.keys(fields).filter((key) => !harmless.has(key));
    const hides = others.some((key) => key !== 'is_background' || isBehind !== false) || !isPlain(command);
    return { doing: 'run', text: toastText(command, max), hides };
  }
  const [doing, field = ''] = doings.get(like) ?? [];
  const subject = fields[field];
  if (doing !== undefined && typeof subject === 'string') {
    const named = toastText(field.endsWith('_path') ? nearbyPath(subject, root) : subject, max);
    const hides = Object.keys(fields).some((key) => !told[like]?.includes(key)) || !isPlain(subject);
    return { doing, text: [named, changeSize(like, fields)].filter(Boolean).join(' '), hides };
  }
  // Of a tool nobody knows, everything it is given may matter.
  const whole = Object.keys(fields).length > 0 ? toastText(JSON.stringify(fields), max) : '';
  return { doing: `use ${toastText(tool, 60)}`, text: whole, hides: !isPlain(JSON.stringify(fields)) };
}
