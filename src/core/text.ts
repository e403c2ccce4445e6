/** The first `max` characters of a text, never half of a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const cut = text.slice(0, max);
  const last = cut.charCodeAt(max - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

// As long as what says how much is missing can become.
const signLength = 60;

/** The beginning and the end of a text that is longer than `max`, and between them how much is left out. */
export function withEnds(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = Math.floor((max - signLength) / 2);
  const head = clip(text, half).trimEnd();
  // Half of a surrogate pair is left out too.
  const tail = text
    .slice(text.length - half)
    .replace(/^[\udc00-\udfff]/u, '')
    .trimStart();
  const left = text.length - head.length - tail.length;
  return `${head}\n\n[… ${left} characters are left out here …]\n\n${tail}`;
}

/** A text on one line: runs of white space become one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
