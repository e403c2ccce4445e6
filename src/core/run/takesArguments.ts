/** Words that only a shell reads: behind the end of a compound command, or in an open one, no argument can stand. */
const reserved: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'select', 'do', 'done'],
  // It has the shell read its arguments once more.
  ...['case', 'esac', 'function', '{', '}', 'eval'],
]);

/** What may come before a program: variables, options, and commands that run their arguments. */
const prelude = /^(?:[A-Za-z_]\w*=|-|(?:env|exec|command|nohup|nice|time|!)$)/u;

/**
 * Whether words written behind a command are arguments of its last program. They are not behind a comment, an open quote,
 * a document in place, an operator, a compound command, or where there is no program yet, as behind `FOO=1`: there a shell
 * would read them as something else, or run them. A NUL is in no command.
 */
export function takesArguments(command: string): boolean {
  const text = command.trim();
  const last = text.includes('\0') ? undefined : lastCommand(text);
  return (last?.some((word) => !prelude.test(word)) ?? false) && !reserved.has(last?.[0] ?? '');
}

/**
 * The words of the last simple command of a text, as far as they tell what they are; nothing where something else than
 * words is at its end. What is quoted is left out, and so are the files that something is read from or written to.
 */
function lastCommand(text: string): readonly string[] | undefined {
  let words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  /** Whether the next word is a file that something is read from or written to. */
  let isFile = false;
  const read = (part: string) => {
    word = (word ?? '') + part;
  };
  const finish = () => {
    words.push(...(word === undefined || isFile ? [] : [word]));
    isFile &&= word === undefined;
    word = undefined;
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
      if (at === text.length) {
        return undefined;
      }
      read('\\');
    } else if (char === "'" || char === '"') {
      quote = char;
      read(char);
    } else if (/[\n;&|]/u.test(char)) {
      // A line end ends a command, as `;` does; another one may follow.
      [words, word, isFile] = [[], undefined, false];
    } else if (/\s/u.test(char)) {
      finish();
    } else if (char === '#' && (at === 0 || /\s/u.test(text.charAt(at - 1)))) {
      return undefined;
    } else if (text.startsWith('$(', at)) {
      const end = endOfSubstitution(text, at + 2);
      if (end === undefined) {
        return undefined;
      }
      read('$');
      at = end;
    } else if (text.startsWith('<<', at) || char === '`' || char === '(' || char === ')') {
      return undefined;
    } else if (/[<>]/u.test(char)) {
      // The number of what is redirected is no word.
      word = /^\d+$/u.test(word ?? '') ? undefined : word;
      finish();
      isFile = true;
      at += /[&|]/u.test(text.charAt(at + 1)) ? 1 : 0;
    } else {
      read(char);
    }
  }
  if (quote !== undefined || word === undefined) {
    return undefined;
  }
  finish();
  return words;
}

/** Where what stands for the output of a command ends: the bracket that closes it, where nothing in it is odd. */
function endOfSubstitution(text: string, from: number): number | undefined {
  const [inside] = /^[^()'"`\\#]*/u.exec(text.slice(from)) ?? [''];
  const end = from + inside.length;
  return text.charAt(end) === ')' ? end : undefined;
}
