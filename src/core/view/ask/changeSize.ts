type Fields = Readonly<Record<string, unknown>>;

/** How much a tool changes a file, in lines: `+3 −1` for an edit, `(14 lines)` for a file that is written whole. */
export function changeSize(tool: string, fields: Fields): string {
  if (tool === 'Write') {
    const { content } = fields;
    return typeof content === 'string' ? `(${countWords(lineCount(content))})` : '';
  }
  const edits = tool === 'Edit' ? [fields] : tool === 'MultiEdit' ? editsOf(fields) : [];
  const sizes = edits.map(editSize);
  const known = sizes.flatMap((size) => size ?? []);
  if (known.length === 0 || known.length < sizes.length) {
    return '';
  }
  const [added, removed] = [sum(known.map((size) => size.added)), sum(known.map((size) => size.removed))];
  // One edit may be made in many places.
  const everywhere = edits.some(({ replace_all: all }) => all === true) ? ' everywhere' : '';
  return `+${added} −${removed}${everywhere}`;
}

/** How many lines a text has; the end of the last one begins no other. */
export function lineCount(text: string): number {
  return linesOf(text).length;
}

function countWords(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

function editsOf({ edits }: Fields): readonly Fields[] {
  return Array.isArray(edits)
    ? edits.map((edit) => (typeof edit === 'object' && edit !== null ? edit : {}))
    : [];
}

interface EditSize {
  readonly added: number;
  readonly removed: number;
}

/** The lines between those that both texts begin and end with. */
function editSize({ old_string: old, new_string: fresh }: Fields): EditSize | undefined {
  if (typeof old !== 'string' || typeof fresh !== 'string') {
    return undefined;
  }
  const [before, after] = [linesOf(old), linesOf(fresh)];
  const least = Math.min(before.length, after.length);
  let same = 0;
  while (same < least && before[same] === after[same]) {
    same += 1;
  }
  let end = 0;
  while (end < least - same && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end += 1;
  }
  return { added: after.length - same - end, removed: before.length - same - end };
}

function linesOf(text: string): readonly string[] {
  if (text === '') {
    return [];
  }
  return text.replace(/\r?\n$/u, '').split(/\r?\n/u);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
