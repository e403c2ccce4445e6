/** Tools of other names whose input has the same fields, and means the same, as that of the tool beside them. */
const alike: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['run_shell_command', 'Bash'],
  ['write_file', 'Write'],
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['read_file', 'Read'],
  ['web_fetch', 'WebFetch'],
]);

/** The tool by whose input this one's can be read. */
export function likeTool(tool: string | undefined): string {
  return alike.get(tool ?? '') ?? tool ?? '';
}
