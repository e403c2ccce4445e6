/**
 * Whether words written behind a command are arguments of its last program. They are not behind a comment, an open quote,
 * a document in place, or an operator: there a shell would read them as something else, or run them.
 */
export function takesArguments(command: string): boolean {
  const text = command.trim();
  let quote: string | undefined;
  /** Whether the last that was read belongs to a word. */
  let word = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== undefined) {
      if (char === '\\' && quote === '"') {
        at += 1;
      } else if (char === quote) {
        quote = undefined;
      }
    } else if (char === '\\') {
      at += 1;
      word = at < text.length;
    } else if (char === "'" || char === '"') {
      quote = char;
      word = true;
    } else if (/\s/u.test(char)) {
      // The end of a line ends a command, as `;` does; another one may follow.
      word = char === '\n' ? false : word;
      if (/[\s#]/u.test(text.charAt(at + 1)) && text.charAt(at + 1) === '#') {
        return false;
      }
    } else if (char === '#' && at === 0) {
      return false;
    } else if (text.startsWith('<<', at) || char === '`' || char === '(' || char === ')') {
      return false;
    } else {
      word = !/[;&|<>]/u.test(char);
    }
  }
  return quote === undefined && word;
}
