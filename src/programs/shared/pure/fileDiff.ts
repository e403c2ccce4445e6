/** What a unified diff makes of the one part of a file that it changes, as texts without the end of their last line. */
export interface FileDiff {
  readonly before: string;
  readonly after: string;
}

const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/u;
const sameFile = /^--- a\/(.+)\n\+\+\+ b\/\1$/mu;
const newFile = /^--- a\/dev\/null$/mu;

/** Whether a unified diff makes a file that there is not yet. */
export function makesFile(diff: string): boolean {
  return newFile.test(headOf(diff));
}

/**
 * Reads a unified diff. `undefined` where it cannot be told as one text that becomes another in one file: where it has
 * several parts, moves or deletes the file, or is not whole.
 */
export function parseDiff(diff: string): FileDiff | undefined {
  const head = headOf(diff);
  const [first = '', ...lines] = diff.slice(head.length).trimStart().replace(/\n$/u, '').split('\n');
  const [found, olds = '1', news = '1'] = hunk.exec(first) ?? [];
  const isRead = lines.every((line) => /^[-+ \\]/u.test(line));
  if (found === undefined || !isRead || !(sameFile.test(head) || makesFile(diff))) {
    return undefined;
  }
  const side = (sign: string) =>
    lines.flatMap((line) => (line[0] === sign || line[0] === ' ' ? [line.slice(1)] : []));
  const [before, after] = [side('-'), side('+')];
  const isWhole = before.length === Number(olds) && after.length === Number(news);
  return isWhole ? { before: before.join('\n'), after: after.join('\n') } : undefined;
}

/** What stands above the lines: which file it is about. */
function headOf(diff: string): string {
  return diff.split('\n@@ ', 1)[0] ?? '';
}
