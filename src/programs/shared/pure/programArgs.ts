/** What a program is called: in a terminal, and as a package of npm. */
export interface ProgramNames {
  readonly command: string;
  readonly package: string;
}

/** The arguments in the words of a simple command that start a program, also by `npx`; nothing where they start another. */
export function programArgs(
  [program = '', ...rest]: readonly string[],
  names: ProgramNames,
): readonly string[] | undefined {
  if (program === names.command || program.endsWith(`/${names.command}`)) {
    return rest;
  }
  const at = rest.findIndex((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word));
  return program === 'npx' && isPackage(rest[at] ?? '', names) ? rest.slice(at + 1) : undefined;
}

function isPackage(word: string, names: ProgramNames): boolean {
  const version = word.startsWith(`${names.package}@`) ? word.slice(names.package.length + 1) : undefined;
  return word === names.command || word === names.package || /^[\w.-]+$/u.test(version ?? '');
}

/** The first of some options that arguments have, as it is written there without its value; nothing where there is none. */
export function optionIn(args: readonly string[], options: readonly string[]): string | undefined {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  return own.map((word) => word.replace(/=.*$/su, '')).find((word) => options.includes(word));
}

const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Whether a text is a session as programs name it: nothing else becomes a word of a command. */
export function isSession(text: string): boolean {
  return sessionPattern.test(text);
}
