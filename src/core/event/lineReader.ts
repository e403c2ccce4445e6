/** What is left of a stream of bytes after its last whole line. */
export interface LineRest {
  readonly parts: readonly Uint8Array[];
  readonly length: number;
  /** The line that began is too long, or began before we looked: it is dropped up to its end. */
  readonly dropping: boolean;
}

/** The start of a stream. */
export const noRest: LineRest = { parts: [], length: 0, dropping: false };

/** The start of a stream that was entered in the middle: what comes before the first line end is no line. */
export const midLine: LineRest = { ...noRest, dropping: true };

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * The whole lines after one more chunk, as bytes, and what is left. It cuts between bytes and decodes none, so a
 * character that a chunk splits stays whole. Empty lines and lines of more than `maxBytes` are left out; no more than
 * that is ever kept.
 */
export function readLines(
  rest: LineRest,
  chunk: Uint8Array,
  maxBytes: number,
): { readonly lines: readonly Uint8Array[]; readonly rest: LineRest } {
  const lines: Uint8Array[] = [];
  let { parts, length, dropping } = rest;
  let from = 0;
  for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
    const last = chunk.subarray(from, end);
    if (!dropping && length + last.length <= maxBytes) {
      const line = withoutReturn(joined([...parts, last], length + last.length));
      lines.push(...(line.length > 0 ? [line] : []));
    }
    [parts, length, dropping] = [[], 0, false];
    from = end + 1;
  }
  const tail = chunk.subarray(from);
  if (dropping || length + tail.length > maxBytes) {
    return { lines, rest: { parts: [], length: 0, dropping: true } };
  }
  // A copy, since whoever read the chunk may use its buffer again; `slice` of a Node buffer would be none.
  const kept = tail.length > 0 ? [...parts, Uint8Array.from(tail)] : parts;
  return { lines, rest: { parts: kept, length: length + tail.length, dropping } };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const line = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}
