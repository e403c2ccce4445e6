/** The front matter of a text, and where in the text it is. */
export interface Frontmatter {
  /** What stands between the two lines of dashes. */
  readonly yaml: string;
  /** The number of its first UTF-16 unit in the text. */
  readonly from: number;
  /** Where the text behind it starts. */
  readonly body: number;
}

/** Why a text has no front matter: none begins at its start, or the one that does is not closed. */
type Missing = 'none' | 'open';

const opening = /^---[ \t]*\r?\n/u;
// Only what ends a line for an editor ends one here: with the flag `m`, U+2028 in a text would.
const closing = /(?<=^|\n)---[ \t]*(?:\r?\n|\r?$)/u;

/** Finds the front matter, which starts at the very start of a text. */
export function findFrontmatter(text: string): Frontmatter | Missing {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) {
    return 'none';
  }
  const rest = text.slice(start);
  const end = closing.exec(rest);
  return end
    ? { yaml: rest.slice(0, end.index), from: start, body: start + end.index + end[0].length }
    : 'open';
}
