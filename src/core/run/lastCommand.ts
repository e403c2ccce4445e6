/** A word of a command: what a shell makes of it, and what of it stands there without quotes, with a sign for the rest. */
export interface ShellWord {
  readonly value: string;
  readonly bare: string;
}

/**
 * The words of the last simple command of a text; nothing where something else than words is at its end. Files that
 * something is read from or written to are left out. Variables and outputs of commands stay as they are written.
 */
export function lastCommand(text: string): readonly ShellWord[] | undefined {
  let words: ShellWord[] = [];
  let word: ShellWord | undefined;
  let quote: string | undefined;
  /** Whether the next word is a file that something is read from or written to. */
  let isFile = false;
  const read = (value: string, bare = '') => {
    word = { value: (word?.value ?? '') + value, bare: (word?.bare ?? '') + bare };
  };
  const finish = () => {
    words.push(...(word === undefined || isFile ? [] : [word]));
    isFile &&= word === undefined;
    word = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== "'" && text.startsWith('\\\n', at)) {
      // A line that goes on: for a shell neither of the two is there.
      at += 1;
    } else if (quote !== undefined) {
      if (quote === '"' && /^\\[$`"\\]/u.test(text.slice(at, at + 2))) {
        at += 1;
        read(text.charAt(at));
      } else if (char === quote) {
        quote = undefined;
      } else {
        read(char);
      }
    } else if (char === '\\') {
      at += 1;
      if (at === text.length) {
        return undefined;
      }
      read(text.charAt(at), '\\');
    } else if (char === "'" || char === '"') {
      quote = char;
      read('', char);
    } else if (/[\n;&|]/u.test(char)) {
      // A line end ends a command, as `;` does; another one may follow.
      [words, word, isFile] = [[], undefined, false];
    } else if (/\s/u.test(char)) {
      finish();
    } else if (char === '#' && word === undefined) {
      return undefined;
    } else if (text.startsWith('$(', at)) {
      const end = endOfSubstitution(text, at + 2);
      if (end === undefined) {
        return undefined;
      }
      read(text.slice(at, end + 1), '$');
      at = end;
    } else if (text.startsWith('<<', at) || char === '`' || char === '(' || char === ')') {
      return undefined;
    } else if (/[<>]/u.test(char)) {
      // The number of what is redirected is no word.
      word = /^\d+$/u.test(word?.bare ?? '') ? undefined : word;
      finish();
      isFile = true;
      at += /[&|]/u.test(text.charAt(at + 1)) ? 1 : 0;
    } else {
      read(char, char);
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
