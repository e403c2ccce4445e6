import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** What keeps us from editing a settings file: its text, or the file itself. */
type RefusalCode =
  | 'not-json'
  | 'empty'
  | 'comment'
  | 'trailing-comma'
  | 'not-an-object'
  | 'duplicate-key'
  | 'hooks-not-an-object'
  | 'event-not-an-array'
  | 'not-text'
  | 'not-a-file'
  | 'foreign-link'
  | 'not-ours'
  | 'unreadable'
  | 'unwritable'
  | 'changing'
  | 'changed'
  | 'busy'
  | 'no-home'
  | 'no-relay';

/** Why a settings file is left alone, and where; line and column count from 1 and are missing where there is no place. */
export interface Refusal {
  readonly code: RefusalCode;
  /** What goes on after the name of the file. */
  readonly message: string;
  /** What to do, where the message alone does not tell. */
  readonly fix?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A settings file that was read: its text, what stands before it, and its tree, whose offsets count in `text`. */
export interface SettingsText {
  readonly bom: string;
  readonly text: string;
  readonly root: Node;
}

/**
 * Reads the text of a settings file as `reader` does, the program whose file it is: strict JSON with an object in it, or
 * a refusal that says where it breaks. Comments and trailing commas are refused too: most programs skip such a file whole,
 * and one that `readsComments` is not to lose them.
 */
export function parseSettings(source: string, reader: string, readsComments = false): SettingsText | Refusal {
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(bom.length);
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true });
    if (errors.length === 0) {
      JSON.parse(text);
    }
  } catch (error) {
    // Too deep for the stack, or something only the one of the two parsers lets pass.
    const message = error instanceof RangeError ? 'is nested too deeply to be edited' : 'is not JSON';
    return { code: 'not-json', message };
  }
  const [error] = errors;
  if (error) {
    const result = readsComments
      ? 'and Beckon changes plain JSON only'
      : `and ${reader} skips such a file whole`;
    return { ...problemOf(text, error, result), ...positionOf(text, error.offset) };
  }
  if (root?.type !== 'object') {
    return { code: 'not-an-object', message: 'is not a JSON object', ...positionOf(text, root?.offset ?? 0) };
  }
  return { bom, text, root };
}

/** Line and column of an offset, from 1. A line ends at \n, \r\n or \r. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The properties of an object with that name; more than one where a key is there twice. */
export function propertiesOf(object: Node, key: string): readonly Node[] {
  return (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

/** The value of a property. */
export function propertyValue(property: Node | undefined): Node | undefined {
  return property?.children?.[1];
}

/** The offset behind a node. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** `result`: what comes of what is not strictly JSON. */
function problemOf(text: string, error: ParseError, result: string): Refusal {
  const name = printParseErrorCode(error.error);
  if (text.trim() === '') {
    return { code: 'empty', message: 'is empty, which is not JSON' };
  }
  if (name === 'InvalidCommentToken' || name === 'UnexpectedEndOfComment') {
    return { code: 'comment', message: `has a comment, ${result}` };
  }
  if (/,\s*$/u.test(text.slice(0, error.offset)) && /[\]}]/u.test(text[error.offset] ?? '')) {
    return {
      code: 'trailing-comma',
      message: `has a trailing comma, ${result}`,
    };
  }
  return { code: 'not-json', message: `is not JSON (${wordsOf(name)})` };
}

/** `CommaExpected` → `comma expected`. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
