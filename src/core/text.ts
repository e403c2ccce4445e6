/** The first `max` characters of a text, never half of a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const cut = text.slice(0, max);
  const last = cut.charCodeAt(max - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

/** A text on one line: runs of white space become one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
