// What a terminal obeys instead of showing it: control characters, and those that turn the direction of a line around.
const obeyed = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

// A first-strong isolate that is closed again changes nothing outside of itself: `isolated` makes them.
const closedIsolate = /\u2068[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*\u2069/gu;

/**
 * A text for a terminal: whatever a terminal would obey is written as `\uXXXX`. In JSON that means the same character,
 * so what a program reads is unchanged.
 */
export function terminalText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const kept = /^[[{]/u.test(lines) ? [] : [...lines.matchAll(closedIsolate)];
  const isKept = (at: number) =>
    kept.some(({ index, 0: part }) => at === index || at === index + part.length - 1);
  return lines.replace(obeyed, (char, at: number) => (isKept(at) ? char : escaped(char)));
}

/** The same for what is to stay one line: line ends and tabs are written as they are in JSON. */
export function terminalLine(text: string): string {
  return terminalText(text.replace(/[\n\r\t]/gu, (char) => JSON.stringify(char).slice(1, -1)));
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
