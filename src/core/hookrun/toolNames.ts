/** Programs that have the same names for tools, and what the format calls each of these. */
interface ToolTable {
  readonly programs: readonly string[];
  readonly names: Readonly<Record<string, string | readonly string[]>>;
}

/** A patch may write whole files, and change parts of others: a hook for either is for it. */
const patches = ['StrReplaceFile', 'WriteFile'] as const;

const tables: readonly ToolTable[] = [
  {
    programs: ['Claude Code'],
    names: {
      Bash: 'Shell',
      Monitor: 'Shell',
      Read: 'ReadFile',
      Write: 'WriteFile',
      Edit: 'StrReplaceFile',
      MultiEdit: 'StrReplaceFile',
      NotebookEdit: 'StrReplaceFile',
      Glob: 'Glob',
      Grep: 'Grep',
      WebFetch: 'FetchURL',
      WebSearch: 'SearchWeb',
      Agent: 'Task',
      TodoWrite: 'SetTodoList',
    },
  },
  {
    programs: ['Gemini CLI', 'Qwen Code'],
    names: {
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
    },
  },
  {
    programs: ['Codex'],
    names: {
      Bash: 'Shell',
      shell: 'Shell',
      local_shell: 'Shell',
      exec_command: 'Shell',
      apply_patch: patches,
    },
  },
  {
    programs: ['Copilot CLI'],
    names: {
      bash: 'Shell',
      powershell: 'Shell',
      view: 'ReadFile',
      create: 'WriteFile',
      edit: 'StrReplaceFile',
      str_replace_editor: 'StrReplaceFile',
      apply_patch: patches,
      glob: 'Glob',
      grep: 'Grep',
      rg: 'Grep',
      web_fetch: 'FetchURL',
      web_search: 'SearchWeb',
      task: 'Task',
      update_todo: 'SetTodoList',
    },
  },
  {
    programs: ['opencode'],
    names: {
      bash: 'Shell',
      read: 'ReadFile',
      write: 'WriteFile',
      edit: 'StrReplaceFile',
      glob: 'Glob',
      grep: 'Grep',
      webfetch: 'FetchURL',
      websearch: 'SearchWeb',
      task: 'Task',
      todowrite: 'SetTodoList',
    },
  },
];

/**
 * What the format calls the tools of agent programs. A hook for `Shell` is meant for every one of them, though each
 * program has its own name for it.
 */
const commonNames: ReadonlyMap<string, readonly string[]> = new Map(
  tables.flatMap(({ names }) => Object.entries(names).map(([own, common]) => [own, [common].flat()])),
);

/** The names a tool goes by: its own, and those that the format has for it. */
export function namesOfTool(name: string): readonly string[] {
  return [...new Set([name, ...(commonNames.get(name) ?? [])])];
}

/** Every name that a matcher may have in mind, for whoever writes one. */
export const knownTools: readonly string[] = [
  ...new Set([...commonNames].flatMap(([own, common]) => [...common, own])),
];

/** A tool of one or more programs, by their own name for it. */
export interface ProgramTool {
  readonly own: string;
  readonly programs: readonly string[];
}

/** What programs call the tools that a common name stands for; none where the name is no common one. */
export function toolsNamed(common: string): readonly ProgramTool[] {
  return [...commonNames]
    .filter(([, names]) => names.includes(common))
    .map(([own]) => ({ own, programs: programsWith(own) }));
}

/** The programs that have a tool of this very name. */
export function programsWith(own: string): readonly string[] {
  return tables.flatMap(({ names, programs }) => (Object.hasOwn(names, own) ? programs : []));
}
