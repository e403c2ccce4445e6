/**
 * The relays a handler runs, as it writes them; none where it does anything besides, since it is the person's then.
 *
 * A command is taken apart where a shell would do so. Each part has to run a relay, or to be what stands around one:
 * a test, `cd`, `exec`, `:`, assignments, or a wrapper such as `nohup`. What a shell would have to run to know (`$(…)`) is something besides.
 */
export function relaysRunBy(handler: unknown, isRelay: (word: string) => boolean): readonly string[] {
  if (typeof handler !== 'object' || handler === null) {
    return [];
  }
  const { command, args } = handler as { readonly command?: unknown; readonly args?: unknown };
  if (typeof command !== 'string') {
    return [];
  }
  const parts = Array.isArray(args) ? [[command, ...args.map(String)]] : simpleCommands(command);
  const relays: string[] = [];
  for (const words of parts ?? []) {
    const program = programOf(words);
    if (program !== undefined && isRelay(program)) {
      relays.push(program);
    } else if (program !== undefined && !harmless.has(program)) {
      return [];
    }
  }
  return relays;
}

const harmless = new Set(['[', '[[', 'test', 'cd', ':', 'true', 'exit', 'fi', '}']);
const before = new Set(['!', 'exec', 'if', 'then', 'else', '{', 'sh', 'bash', '/bin/sh', '/bin/bash']);
const assignment = /^\w+=/u;

const wrapper = /^(?:(?:\/usr)?\/bin\/)?(?:env|nohup|command|timeout)$/u;
const duration = /^\d+(?:\.\d+)?[smhd]?$/u;

/**
 * The program among the words of a simple command; `undefined` where it only assigns. A wrapper is looked through
 * unless it has options, which may change what it does, or wraps nothing: then it is the program.
 */
function programOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => !before.has(word) && !assignment.test(word));
  const program = words[at];
  if (program === undefined || !wrapper.test(program)) {
    return program;
  }
  const rest = words.slice(at + 1);
  const isTimed = program.endsWith('timeout');
  if (rest[0]?.startsWith('-') || (isTimed && !duration.test(rest[0] ?? ''))) {
    return program;
  }
  return programOf(isTimed ? rest.slice(1) : rest) ?? program;
}

const blank = /[ \t\r]/u;
const separator = /[;&|\n()]/u;

/** The simple commands of a line of shell, each as its words without redirections; `undefined` where it substitutes. */
function simpleCommands(line: string): readonly (readonly string[])[] | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let redirects = false;
  const endWord = () => {
    if (word !== undefined && !redirects) {
      commands.at(-1)?.push(word);
    }
    redirects = redirects && word === undefined;
    word = undefined;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '`' || line.startsWith('$(', at)) {
      return undefined;
    }
    if (sign === "'" || sign === '"') {
      const end = closingQuote(line, at);
      const inner = line.slice(at + 1, end);
      if (sign === '"' && /`|\$\(/u.test(inner)) {
        return undefined;
      }
      word = (word ?? '') + inner;
      at = end;
    } else if (sign === '\\' && /[ \t'"\\]/u.test(line[at + 1] ?? '')) {
      word = (word ?? '') + (line[++at] ?? '');
    } else if (sign === '\\' && line[at + 1] === '\n') {
      at++;
    } else if (sign === '<' || sign === '>') {
      // The number before it belongs to it, and so do the signs behind it.
      word = word !== undefined && /^\d+$/u.test(word) ? undefined : word;
      endWord();
      redirects = true;
      at += /^[<>&|]*/u.exec(line.slice(at + 1))?.[0].length ?? 0;
    } else if (blank.test(sign)) {
      endWord();
    } else if (separator.test(sign)) {
      endWord();
      redirects = false;
      commands.push([]);
    } else {
      word = (word ?? '') + sign;
    }
  }
  endWord();
  return commands;
}

/** Where a quotation ends; at the end of the line where nothing ends it. */
function closingQuote(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\' && line[start] === '"') {
      at++;
    } else if (line[at] === line[start]) {
      return at;
    }
  }
  return line.length;
}
