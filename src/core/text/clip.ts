/** The first `max` characters of a text, never half of a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const cut = text.slice(0, max);
  const last = cut.charCodeAt(max - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

const leftOut = '\n\n[… the middle is left out here …]\n\n';

/** The beginning and the end of a text that is longer than `max`, and between them that something is left out. */
export function withEnds(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = Math.floor((max - leftOut.length) / 2);
  const head = clip(text, half).trimEnd();
  // Half of a surrogate pair is left out too.
  const tail = text
    .slice(text.length - half)
    .replace(/^[\udc00-\udfff]/u, '')
    .trimStart();
  return `${head}${leftOut}${tail}`;
}

/** A text on one line: runs of white space become one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
