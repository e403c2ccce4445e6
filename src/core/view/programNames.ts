const names: ReadonlyMap<string, string> = new Map([['claude-code', 'Claude Code']]);

/** The name of a program as its makers write it. */
export function programName(program: string): string {
  return names.get(program) ?? program;
}
