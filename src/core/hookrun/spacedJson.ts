/** A piece of the text that is still to come: a value, or what stands between values. */
type Piece = { readonly value: unknown } | string;

/**
 * JSON on one line with a space behind every colon and comma, as Python writes it: published hooks look for
 * `"command": "` in what they are given. However deep a value is, it is written.
 */
export function spacedJson(value: unknown): string {
  const text: string[] = [];
  const left: Piece[] = [{ value }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === 'string') {
      text.push(piece);
    } else if (typeof piece.value === 'object' && piece.value !== null) {
      // The last piece is taken first.
      for (const part of partsOf(piece.value).reverse()) {
        left.push(part);
      }
    } else {
      text.push(JSON.stringify(piece.value) ?? 'null');
    }
  }
  return text.join('');
}

function partsOf(value: object): Piece[] {
  const isList = Array.isArray(value);
  const parts: Piece[] = [isList ? '[' : '{'];
  for (const [key, one] of Object.entries(value)) {
    if (isList || one !== undefined) {
      parts.push(parts.length > 1 ? ', ' : '', isList ? '' : `${JSON.stringify(key)}: `, { value: one });
    }
  }
  parts.push(isList ? ']' : '}');
  return parts;
}
