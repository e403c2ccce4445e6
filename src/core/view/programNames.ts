/** The name of a program, from its id: `copilot-cli` is Copilot Cli. An id of one word is a name already. */
export function programName(program: string): string {
  return program.includes('-')
    ? program.replaceAll(
        /(?:^|-)([a-z])/gu,
        (match, letter: string) => (match.startsWith('-') ? ' ' : '') + letter.toUpperCase(),
      )
    : program;
}
