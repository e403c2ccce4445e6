/** What the agent programs are called: in full, and in a few letters. */
const names: ReadonlyMap<string, readonly [full: string, short: string]> = new Map([
  ['claude-code', ['Claude Code', 'Claude']],
]);

/** The name of a program as its makers write it. */
export function programName(program: string): string {
  return names.get(program)?.[0] ?? program;
}

/** The name of a program where there is little room. */
export function shortProgram(program: string): string {
  return names.get(program)?.[1] ?? program;
}
