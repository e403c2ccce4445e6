/** Words that only a shell reads: behind the end of a compound command, or in an open one, no argument can stand. */
const reserved: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'select', 'do', 'done'],
  ...['case', 'esac', 'function', '{', '}'],
]);

/**
 * Whether words written behind a command are arguments of its last program. They are not behind a comment, an open quote,
 * a document in place, an operator, or a compound command: there a shell would read them as something else, or run them.
 */
export function takesArguments(command: string): boolean {
  const text = command.trim();
  let quote: string | undefined;
  /** The first word of the last command, as far as it is read; its end is known by what follows. */
  let first = '';
  let isFirst = true;
  /** Whether the last that was read belongs to a word. */
  let word = false;
  const read = (part: string) => {
    word = true;
    first += isFirst ? part : '';
  };
  const begin = () => {
    [first, isFirst, word] = ['', true, false];
  };
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
      read('\\');
      word = at < text.length;
    } else if (char === "'" || char === '"') {
      quote = char;
      read(char);
    } else if (char === '\n') {
      // It ends a command, as `;` does; another one may follow.
      begin();
    } else if (/\s/u.test(char)) {
      isFirst &&= first === '';
    } else if (char === '#' && (at === 0 || /\s/u.test(text.charAt(at - 1)))) {
      return false;
    } else if (text.startsWith('$(', at)) {
      const end = endOfSubstitution(text, at + 2);
      if (end === undefined) {
        return false;
      }
      read('$');
      at = end;
    } else if (text.startsWith('<<', at) || char === '`' || char === '(' || char === ')') {
      return false;
    } else if (/[;&|]/u.test(char)) {
      begin();
    } else if (/[<>]/u.test(char)) {
      word = false;
    } else {
      read(char);
    }
  }
  return quote === undefined && word && !reserved.has(first);
}

/** Where what stands for the output of a command ends: the bracket that closes it, where nothing in it is odd. */
function endOfSubstitution(text: string, from: number): number | undefined {
  const [inside] = /^[^()'"`\\#]*/u.exec(text.slice(from)) ?? [''];
  const end = from + inside.length;
  return text.charAt(end) === ')' ? end : undefined;
}
