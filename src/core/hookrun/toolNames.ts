/**
 * What the format calls the tools of agent programs. A hook for `Shell` is meant for every one of them, though each
 * program has its own name for it.
 */
const commonNames: Readonly<Record<string, string>> = {
  // Claude Code, Qwen Code's and Copilot's borrowed names
  Bash: 'Shell',
  Read: 'ReadFile',
  Write: 'WriteFile',
  Edit: 'StrReplaceFile',
  MultiEdit: 'StrReplaceFile',
  WebFetch: 'FetchURL',
  WebSearch: 'SearchWeb',
  Agent: 'Task',
  TodoWrite: 'SetTodoList',
  // Gemini CLI and Qwen Code
  run_shell_command: 'Shell',
  read_file: 'ReadFile',
  read_many_files: 'ReadFile',
  write_file: 'WriteFile',
  replace: 'StrReplaceFile',
  edit: 'StrReplaceFile',
  glob: 'Glob',
  search_file_content: 'Grep',
  grep_search: 'Grep',
  web_fetch: 'FetchURL',
  google_web_search: 'SearchWeb',
  web_search: 'SearchWeb',
  task: 'Task',
  todo_write: 'SetTodoList',
  // Codex
  shell: 'Shell',
  local_shell: 'Shell',
  exec_command: 'Shell',
  apply_patch: 'StrReplaceFile',
  // Copilot CLI and opencode
  bash: 'Shell',
  powershell: 'Shell',
  view: 'ReadFile',
  read: 'ReadFile',
  create: 'WriteFile',
  write: 'WriteFile',
  grep: 'Grep',
  webfetch: 'FetchURL',
  websearch: 'SearchWeb',
  todowrite: 'SetTodoList',
};

/** The names a tool goes by: its own, and the one that the format has for it. */
export function namesOfTool(name: string): readonly string[] {
  const common = Object.hasOwn(commonNames, name) ? commonNames[name] : undefined;
  return common === undefined ? [name] : [name, common];
}

/** Every name that a matcher may have in mind, for whoever writes one. */
export const knownTools: readonly string[] = [
  ...new Set(Object.entries(commonNames).flatMap(([own, common]) => [common, own])),
];
